import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { explain } from '../../src/provision/problem.ts';
import { loadSecrets } from '../../src/provision/secrets.ts';
import { scratchFolder } from './scratch.ts';

const failureOf = async (folder: string): Promise<string> =>
  loadSecrets(folder).then(
    () => 'no failure',
    (error: unknown) => explain(error),
  );

it('loadSecrets creates valid secrets once, readable only by their owner', async () => {
  const folder = await scratchFolder();
  const made = await loadSecrets(folder);
  expect(await loadSecrets(folder)).toEqual(made);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  const config = loadConfig({ DATABASE_URL: 'postgres://h/d', ENCRYPTION_KEYS: made.encryption_keys });
  expect(config.ENCRYPTION_KEYS).toHaveLength(1);
});

it.each(['', '{', '{}', '{"encryption_keys":"k1:short"}'])(
  'loadSecrets does not overwrite a damaged file (%j)',
  async (text) => {
    const folder = await scratchFolder();
    await writeFile(join(folder, 'secrets.json'), text);
    expect(await failureOf(folder)).toMatch(/is damaged[\s\S]+Restore a copy/);
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe(text);
  },
);

it('loadSecrets does not create new secrets for a database that already has others', async () => {
  const folder = await scratchFolder();
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres/PG_VERSION'), '18\n');
  expect(await failureOf(folder)).toMatch(/is missing[\s\S]+Restore a copy/);
});
