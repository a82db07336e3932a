import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('the desktop’s browser does not let anybody ignore a certificate warning', async () => {
  const file = new URL('../../../images/desktop/etc/chromium/policies/managed/desktop.json', import.meta.url);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ SSLErrorOverrideAllowed: false });
});
