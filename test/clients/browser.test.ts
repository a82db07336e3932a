import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startTestApi } from '../helpers/api.ts';
import { bundleClient } from '../helpers/bundled-client.ts';
import { useBrowser } from '../helpers/use-browser.ts';

const readExample = (name: string): string =>
  readFileSync(new URL(`../../docs/ledger/example/${name}`, import.meta.url), 'utf8');

const browser = await useBrowser();
const api = await startTestApi();
const { key } = await api.newTeam();

it(
  'the TypeScript client calls the service and checks a receipt in a browser',
  { timeout: 240_000 },
  async () => {
    const page = await browser.newPage();
    await page.goto(`${api.url}/docs`);
    const given = JSON.stringify([api.url, key, readExample('receipt.json'), readExample('keys.txt')]);
    const found: unknown = await page.evaluate(`(async () => {
    ${await bundleClient()}
    const [url, key, receipt, keys] = ${given};
    const client = pramaan.createClient({ url, key });
    const failed = (work) => work.then(() => 'nothing', (error) => error.code ?? error.name);
    const { flags } = await client.call('scanText', { body: { text: 'PAN ABCPK1234L' } });
    return [
      flags,
      await failed(client.runs.get('run_0')),
      await pramaan.verifyReceipt(receipt, keys),
      await failed(pramaan.verifyReceipt(receipt.replace('Found 1', 'Found 2'), keys)),
    ];
  })()`);
    expect(found).toEqual([['pan'], 'not-found', { size: 5 }, 'ForgedError']);
  },
);
