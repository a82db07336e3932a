import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { locateService } from '../../../src/cli/locate-service.ts';
import { readProfile, writeProfile } from '../../../src/cli/profiles.ts';

const bank = { url: 'https://bank.example', key: 'pmn_live_bank' };
const test = { url: 'https://test.example', key: 'pmn_live_test' };
let folder = '';
const stored = (): string => join(folder, 'pramaan', 'profiles.json');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profiles-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it('a profile’s service gets the profile’s key, and no other', async () => {
  await writeProfile('bank', bank);
  await writeProfile('test', test);
  const given = { url: undefined, key: 'pmn_live_elsewhere', dataDir: join(folder, 'none') };
  const found = { base: test.url, key: test.key };
  expect(await locateService({ ...given, profile: 'test' })).toEqual(found);
  expect(await locateService(given)).toEqual({ base: bank.url, key: bank.key });
});

it('an address from the environment takes precedence over a profile, and never gets the profile’s key', async () => {
  await writeProfile('bank', bank);
  const given = { url: 'https://other.example/', profile: 'bank', dataDir: folder };
  expect(await locateService({ ...given, key: 'pmn_live_other' })).toEqual({
    base: 'https://other.example',
    key: 'pmn_live_other',
  });
  await expect(locateService({ ...given, key: undefined })).rejects.toThrow('There is no key');
});

it.for(['{"default": "bank", "profiles": {"bank": {"key": "pmn_live_bank"', '{"profiles": []}', ''])(
  'a file of profiles that cannot be read is kept as it is: %s',
  async (damaged) => {
    await mkdir(dirname(stored()));
    await writeFile(stored(), damaged);
    const refused = await writeProfile('test', test).catch((error: unknown) => error);
    expect((refused as Error).message).toBe(`${stored()} does not contain profiles.`);
    await expect(readProfile(undefined)).rejects.toThrow(stored());
    expect(await readFile(stored(), 'utf8')).toBe(damaged);
  },
);

it('a folder instead of the file is reported with its path', async () => {
  await mkdir(stored(), { recursive: true });
  await expect(writeProfile('test', test)).rejects.toThrow(`${stored()} cannot be read`);
});
