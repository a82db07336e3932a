import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { command } from '../deployment/commands.ts';
import { wrapAgain } from '../../src/cli/key-ring.ts';
import { DATABASE_URL, keysOf, rewrapped, withKey } from './rings.ts';

const PIN = '4711-made-up';

let folder: string;
let module: string;
let env: Readonly<Record<string, string>>;

const makeKey = async (label: string, id: string): Promise<string> =>
  command([
    'pkcs11-tool',
    '--module',
    module,
    '--token-label',
    'pramaan',
    '--login',
    '--pin',
    PIN,
    '--keypairgen',
    '--key-type',
    'rsa:2048',
    '--label',
    label,
    '--id',
    id,
  ]);

beforeAll(async () => {
  const files = inject('hsm');
  const library = join(files, 'usr/lib/x86_64-linux-gnu');
  module = join(files, 'usr/lib/softhsm/libsofthsm2.so');
  folder = await mkdtemp(join(tmpdir(), 'pramaan-hsm-'));
  await mkdir(join(folder, 'tokens'));
  await writeFile(
    join(folder, 'softhsm2.conf'),
    `directories.tokendir = ${folder}/tokens\nobjectstore.backend = file\n`,
  );
  // Simulates a machine on which the administrator has installed the programs.
  vi.stubEnv('PATH', `${join(files, 'usr/bin')}:${process.env['PATH']}`);
  vi.stubEnv('LD_LIBRARY_PATH', library);
  vi.stubEnv('SOFTHSM2_CONF', join(folder, 'softhsm2.conf'));
  await command([
    'softhsm2-util',
    '--module',
    module,
    '--init-token',
    '--free',
    '--label',
    'pramaan',
    '--so-pin',
    '0000-made-up',
    '--pin',
    PIN,
  ]);
  await makeKey('pramaan', '01');
  env = {
    DATABASE_URL,
    KEY_PROVIDER: 'pkcs11',
    PKCS11_MODULE: module,
    PKCS11_TOKEN: 'pramaan',
    PKCS11_PIN: PIN,
  };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

describe('Keys that a hardware security module wraps', () => {
  it('the module unwraps keys that its public key wrapped', async () => {
    const ring = await withKey(await withKey(env, 'k1'), 'k2');
    expect((await keysOf(ring)).map(({ id }) => id)).toEqual(['k2', 'k1']);
  });

  it('rotation drill: the keys move to another key pair of the module', async () => {
    const ring = await withKey(env, 'k1');
    const before = await keysOf(ring);
    await makeKey('pramaan-2027', '02');
    const plain = await keysOf(ring);
    const text = plain.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
    const next = { ...env, PKCS11_KEY_ID: '02' };
    const moved = await wrapAgain(
      { ...next, ENCRYPTION_KEYS: text },
      { setting: 'ENCRYPTION_KEYS', from: 'env' },
    );
    const after = { ...next, ENCRYPTION_KEYS: String(moved.json['ENCRYPTION_KEYS']) };
    expect(await keysOf(after)).toEqual(before);
    expect(await keysOf(await rewrapped(after))).toEqual(before);
    await expect(keysOf({ ...after, PKCS11_KEY_ID: '01' })).rejects.toThrow(/"k1" cannot be unwrapped/);
  });

  it('a wrong PIN, another token and a missing module give different errors, none of which contains the PIN', async () => {
    const ring = await withKey(env, 'k1');
    for (const [wrong, words] of [
      [{ PKCS11_PIN: '0815-made-up' }, /CKR_PIN_INCORRECT/],
      [{ PKCS11_TOKEN: 'other' }, /no token with the label in PKCS11_TOKEN/],
      [{ PKCS11_MODULE: '/nowhere/module.so' }, /check PKCS11_MODULE/],
    ] as const) {
      const opening = keysOf({ ...ring, ...wrong });
      await expect(opening).rejects.toThrow(words);
      await expect(opening).rejects.not.toThrow('made-up');
    }
  });

  it('no file is written in which a key would outlive a killed process', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
    expect(await keysOf(await withKey(env, 'k1'))).toHaveLength(1);
  });
});
