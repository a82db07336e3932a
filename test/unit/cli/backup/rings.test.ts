import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from '../../../../src/cli/backup.ts';
import { ARCHIVE, CONTENTS, digestOf } from '../../../../src/cli/backup/contents.ts';
import { checksOf, missingKeys, readRings } from '../../../../src/cli/backup/rings.ts';
import { addKey, wrapAgain } from '../../../../src/cli/key-ring.ts';
import { restore } from '../../../../src/cli/restore.ts';

const fresh = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

const ENCRYPTION_KEYS = `${fresh('k2')},${fresh('k1')}`;
const LEDGER_SIGNING_KEYS = fresh('c1');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-backup-'));
  const rings = await readRings({ ENCRYPTION_KEYS, LEDGER_SIGNING_KEYS });
  await writeFile(join(folder, ARCHIVE), 'no archive, because a refusal does not unpack it');
  const contents = {
    started: '2027-01-31T02:00:00.000Z',
    finished: '2027-01-31T02:01:00.000Z',
    postgres: '18.0',
    release: '0.2.0',
    encryption_keys: checksOf(rings.ENCRYPTION_KEYS),
    signing_keys: checksOf(rings.LEDGER_SIGNING_KEYS),
    archive_sha256: await digestOf(join(folder, ARCHIVE)),
    archive_bytes: 48,
  };
  await writeFile(join(folder, CONTENTS), JSON.stringify(contents));
});
afterAll(async () => rm(folder, { recursive: true }));

const restoring = async (change: Readonly<Record<string, string>>) =>
  restore(
    { ENCRYPTION_KEYS, LEDGER_SIGNING_KEYS, ...change },
    { from: folder, to: join(folder, 'never', 'postgres') },
  );

it.each([
  [
    'ENCRYPTION_KEYS',
    ENCRYPTION_KEYS.replace(/k1:.*/, fresh('k1')),
    /ENCRYPTION_KEYS has other keys .* k1\./,
  ],
  [
    'ENCRYPTION_KEYS',
    ENCRYPTION_KEYS.replace(/,k1:.*/, ''),
    /ENCRYPTION_KEYS lacks keys of the backup: k1\./,
  ],
  ['ENCRYPTION_KEYS', '', /ENCRYPTION_KEYS lacks keys of the backup: k2, k1\./],
  ['ENCRYPTION_KEYS', 'k1:vault:v1:made-up', /ENCRYPTION_KEYS is not a key ring/],
  ['LEDGER_SIGNING_KEYS', fresh('c1'), /LEDGER_SIGNING_KEYS has other keys .* c1\./],
])('a restore is refused with another %s, %#', async (name, ring, words) => {
  await expect(restoring({ [name]: ring })).rejects.toThrow(words);
});

it('a signing key may be missing, because a rotation removes it', async () => {
  const recorded = checksOf((await readRings({ LEDGER_SIGNING_KEYS })).LEDGER_SIGNING_KEYS);
  const now = await readRings({ LEDGER_SIGNING_KEYS: fresh('c2') });
  expect(missingKeys('LEDGER_SIGNING_KEYS', now, recorded)).toEqual(['c1']);
});

it('a backup without the ring is refused, before anything is written', async () => {
  const out = join(folder, 'none');
  await expect(backUp('postgres://x:y@127.0.0.1:9/pramaan', {}, { out })).rejects.toThrow(
    /ENCRYPTION_KEYS is not set/,
  );
});

it('the keys themselves are compared, not how a provider wraps them', async () => {
  const path = join(folder, 'wrapping-key');
  await writeFile(path, randomBytes(32).toString('base64'));
  const env = { KEY_PROVIDER: 'file', KEY_FILE: path };
  const setting = 'ENCRYPTION_KEYS';
  const ring = { ...env, [setting]: String((await addKey(env, { setting, id: 'k1' })).json[setting]) };
  const again = { ...env, [setting]: String((await wrapAgain(ring, { setting })).json[setting]) };
  expect(again[setting]).not.toBe(ring[setting]);
  const [before, after] = [await readRings(ring), await readRings(again)];
  expect(checksOf(after[setting])).toEqual(checksOf(before[setting]));
  expect(JSON.stringify(checksOf(before[setting]))).not.toContain(before[setting][0]!.key.toString('base64'));
});
