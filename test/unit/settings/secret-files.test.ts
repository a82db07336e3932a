import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig, settingNames } from '../../../src/config.ts';
import { readSecretFiles, secretFileNames } from '../../../src/secret-files.ts';

const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const DATABASE_URL = 'postgres://service:made-up-password@127.0.0.1/pramaan';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-secrets-'));
});
afterAll(async () => rm(folder, { recursive: true }));

const fileWith = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

describe('A secret in a file', () => {
  it('the service reads the database URL, its keys and its token from files', async () => {
    const config = loadConfig({
      DATABASE_URL_FILE: await fileWith('url', `${DATABASE_URL}\n`),
      ENCRYPTION_KEYS_FILE: await fileWith('keys', `${KEYS}\n`),
      METRICS_TOKEN_FILE: await fileWith('token', 'made-up-token'),
      // Compose files pass unset variables as empty ones.
      ENCRYPTION_KEYS: '',
    });
    expect(config).toMatchObject({ DATABASE_URL, METRICS_TOKEN: 'made-up-token' });
    expect(config.ENCRYPTION_KEYS).toEqual([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  });

  it.for([
    ['is missing', '/nowhere/keys', '', /ENCRYPTION_KEYS_FILE: the file cannot be read \(ENOENT\)/],
    ['is a folder', '/', '', /ENCRYPTION_KEYS_FILE: the file cannot be read \(EISDIR\)/],
    ['is empty', '/dev/null', '', /ENCRYPTION_KEYS_FILE: the file is empty/],
    [
      'is given beside the value',
      '/nowhere/keys',
      KEYS,
      /ENCRYPTION_KEYS_FILE: expected this or ENCRYPTION_KEYS, not both/,
    ],
  ] as const)('a file that %s is reported once, without its name or content', ([, path, value, words]) => {
    const load = () =>
      loadConfig({ DATABASE_URL, ENCRYPTION_KEYS_FILE: path, ENCRYPTION_KEYS: value, PORT: '-1' });
    expect(load).toThrow(words);
    expect(load).toThrow(/PORT/);
    expect(load).not.toThrow(/nowhere|k1:|ENCRYPTION_KEYS: /);
  });

  it('a process that is started with the read environment gets the values alone', async () => {
    const path = await fileWith('keys', KEYS);
    const { env } = readSecretFiles({ ENCRYPTION_KEYS_FILE: path, PORT: '1' });
    expect(env).toEqual({ ENCRYPTION_KEYS: KEYS, PORT: '1' });
  });

  it('every file belongs to a setting that exists', () => {
    const known = new Set(settingNames);
    expect(secretFileNames.filter((name) => !known.has(name.replace(/_FILE$/, '')))).toEqual([]);
  });
});
