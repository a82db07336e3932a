import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey, wrapAgain } from '../../../../src/cli/key-ring.ts';
import { loadConfig } from '../../../../src/config.ts';
import { openKeys } from '../../../../src/open-keys.ts';
import { KeyRing } from '../../../../src/store/crypto/key-ring.ts';
import { type Kms, KMS_ACCESS, startKms } from '../../../helpers/kms.ts';
import { startVault, type Vault, VAULT_TOKEN } from '../../../helpers/vault.ts';

type Environment = Readonly<Record<string, string>>;

const DATABASE_URL = 'postgres://service:made-up-password@127.0.0.1/pramaan';

let folder: string;
let kms: Kms;
let file: Environment;
let aws: Environment;
let vault: Vault;
let transit: Environment;

const keyFile = async (name: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  return path;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-keys-'));
  kms = await startKms();
  vault = await startVault();
  transit = { DATABASE_URL, KEY_PROVIDER: 'vault', VAULT_ADDR: vault.url, VAULT_TOKEN };
  file = { DATABASE_URL, KEY_PROVIDER: 'file', KEY_FILE: await keyFile('one') };
  aws = {
    DATABASE_URL,
    KEY_PROVIDER: 'aws-kms',
    AWS_KMS_KEY_ID: 'alias/pramaan',
    AWS_KMS_ENDPOINT: kms.url,
    AWS_REGION: KMS_ACCESS.region,
    AWS_ACCESS_KEY_ID: KMS_ACCESS.id,
    AWS_SECRET_ACCESS_KEY: KMS_ACCESS.secret,
  };
});
afterAll(async () => {
  await kms.close();
  await vault.close();
  await rm(folder, { recursive: true });
});

const added = async (env: Environment, id: string, setting = 'ENCRYPTION_KEYS'): Promise<string> =>
  String((await addKey(env, { setting, id })).json[setting]);
const again = async (env: Environment, from?: string): Promise<string> =>
  String(
    (await wrapAgain(env, { setting: 'ENCRYPTION_KEYS', ...(from !== undefined && { from }) })).json[
      'ENCRYPTION_KEYS'
    ],
  );
const keysOf = async (env: Environment) => loadConfig(await openKeys(env)).ENCRYPTION_KEYS;

describe.each([
  ['a key in a file', () => file],
  ['AWS KMS', () => aws],
  ['Vault', () => transit],
])('A ring whose keys %s wraps', (_, env) => {
  it('the service gets keys that the settings do not contain, and a rotated ring still opens what the old key sealed', async () => {
    const first = await added(env(), 'k1');
    const [k1] = await keysOf({ ...env(), ENCRYPTION_KEYS: first });
    expect(first).not.toContain(k1!.key.toString('base64'));
    const sealed = new KeyRing([k1!], 'case-vault').seal(Buffer.from('made up'), 'case_1');
    const second = await added({ ...env(), ENCRYPTION_KEYS: first }, 'k2');
    const keys = await keysOf({ ...env(), ENCRYPTION_KEYS: second });
    expect(keys.map(({ id }) => id)).toEqual(['k2', 'k1']);
    expect(new KeyRing(keys, 'case-vault').open(sealed, 'case_1').toString()).toBe('made up');
  });

  it('the signing keys are wrapped in the same way', async () => {
    const ring = {
      ENCRYPTION_KEYS: await added(env(), 'k1'),
      LEDGER_SIGNING_KEYS: await added(env(), 'c1', 'LEDGER_SIGNING_KEYS'),
    };
    const config = loadConfig(await openKeys({ ...env(), ...ring }));
    expect(config.LEDGER_SIGNING_KEYS).toEqual([{ id: 'c1', key: expect.any(Buffer) }]);
  });

  it('a ring in the clear is wrapped and unwrapped again without a change to its keys', async () => {
    const plain = `k2:${randomBytes(32).toString('base64')},k1:${randomBytes(32).toString('base64')}`;
    const wrapped = await again({ ...env(), ENCRYPTION_KEYS: plain }, 'env');
    expect(wrapped).not.toBe(plain);
    expect(await again({ ...env(), KEY_PROVIDER: 'env', ENCRYPTION_KEYS: wrapped }, env().KEY_PROVIDER)).toBe(
      plain,
    );
  });

  it('a wrapped key under another id, a changed one and a plain one are refused, without their bytes', async () => {
    const ring = await added(env(), 'k1');
    const half = ring.slice(3, ring.length / 2);
    for (const [wrong, words] of [
      [ring.replace('k1:', 'k9:'), /the key of "k9" was wrapped under another id/],
      [`${ring.slice(0, -8)}AAAAAAA=`, /"k1" cannot be unwrapped/],
      [`k1:${randomBytes(32).toString('base64')}`, /"k1" cannot be unwrapped/],
    ] as const) {
      const opening = openKeys({ ...env(), ENCRYPTION_KEYS: wrong });
      await expect(opening).rejects.toThrow(words);
      await expect(opening).rejects.not.toThrow(half);
    }
  });
});

describe('A key in a file', () => {
  it('another file does not unwrap, and a file without a key is reported', async () => {
    const ring = await added(file, 'k1');
    const open = async (path: string) => openKeys({ ...file, KEY_FILE: path, ENCRYPTION_KEYS: ring });
    await expect(open(await keyFile('two'))).rejects.toThrow(/the key in KEY_FILE did not wrap it/);
    await expect(open('/nowhere/key')).rejects.toThrow(/KEY_FILE: the file cannot be read \(ENOENT\)/);
    await expect(open('/dev/null')).rejects.toThrow(/KEY_FILE: expected 32 bytes/);
  });
});

describe('AWS KMS', () => {
  it('a key that KMS rotated unwraps older keys, and rewrap moves them to the new version', async () => {
    const ring = await added(aws, 'k1');
    kms.rotate();
    const [before] = await keysOf({ ...aws, ENCRYPTION_KEYS: ring });
    const moved = await again({ ...aws, ENCRYPTION_KEYS: ring });
    expect(moved).not.toBe(ring);
    expect(await keysOf({ ...aws, ENCRYPTION_KEYS: moved })).toEqual([before]);
  });

  it('a process waits while KMS fails, and reports why it gives up when KMS refuses', async () => {
    const ring = await added(aws, 'k1');
    kms.fail([500]);
    expect(await keysOf({ ...aws, ENCRYPTION_KEYS: ring })).toHaveLength(1);
    await expect(openKeys({ ...aws, AWS_SECRET_ACCESS_KEY: 'wrong', ENCRYPTION_KEYS: ring })).rejects.toThrow(
      /ENCRYPTION_KEYS: "k1" cannot be unwrapped: AWS KMS answered with 400/,
    );
  });
});

describe('Vault', () => {
  it('a new version of the wrapping key opens older keys, and rewrap moves them to it', async () => {
    const ring = await added(transit, 'k1');
    vault.rotate();
    const moved = await again({ ...transit, ENCRYPTION_KEYS: ring });
    expect([ring, moved]).toEqual([
      expect.stringMatching(/^k1:vault:v1:/),
      expect.stringMatching(/^k1:vault:v2:/),
    ]);
    expect(await keysOf({ ...transit, ENCRYPTION_KEYS: moved })).toEqual(
      await keysOf({ ...transit, ENCRYPTION_KEYS: ring }),
    );
  });

  it('a wrong token and a wrong mount give different errors, and the process waits for a sealed or standby server', async () => {
    const ENCRYPTION_KEYS = await added(transit, 'k1');
    const opening = async (change: Environment) => keysOf({ ...transit, ...change, ENCRYPTION_KEYS });
    await expect(opening({ VAULT_TOKEN: 'hvs.other' })).rejects.toThrow(
      /Vault answered with 403: the credentials/,
    );
    await expect(opening({ VAULT_TRANSIT_MOUNT: 'elsewhere' })).rejects.toThrow(/answered with 404/);
    for (const status of [503, 307]) {
      vault.fail(status);
      setTimeout(() => vault.fail(), 200);
      expect(await opening({})).toHaveLength(1);
    }
  });
});

describe('A provider that stays unavailable', () => {
  it('is given up after one time for all keys, with its last answer', async () => {
    const rings = {
      ENCRYPTION_KEYS: await added({ ...transit, ENCRYPTION_KEYS: await added(transit, 'k1') }, 'k2'),
      LEDGER_SIGNING_KEYS: await added(transit, 'c1', 'LEDGER_SIGNING_KEYS'),
    };
    vault.fail(503);
    await expect(openKeys({ ...transit, ...rings }, 700)).rejects.toThrow(/answered with 503/);
    vault.fail();
    const asked: unknown[] = [];
    const silent = createServer((request) => asked.push(request.url));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const VAULT_ADDR = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const opening = openKeys({ ...transit, ...rings, VAULT_ADDR }, 700);
    await expect(opening).rejects.toThrow(/"k2" cannot be unwrapped: Vault cannot be reached \(no answer\)/);
    expect(asked).toHaveLength(1);
    silent.closeAllConnections();
    silent.close();
  });

  it.each(['src/worker.ts', 'src/api/main.ts'])(
    'ends %s with the message alone',
    async (program) => {
      const ring = await added(file, 'k1');
      const env = { ...file, KEY_FILE: await keyFile('other'), ENCRYPTION_KEYS: ring };
      const running = promisify(execFile)(process.execPath, [program], { env });
      await expect(running).rejects.toMatchObject({
        code: 1,
        stderr: 'ENCRYPTION_KEYS: "k1" cannot be unwrapped: the key in KEY_FILE did not wrap it\n',
      });
    },
    60_000,
  );
});

it('missing settings of a provider are reported before anything else', async () => {
  const env = { DATABASE_URL, KEY_PROVIDER: 'vault', ENCRYPTION_KEYS: 'k1:vault:v1:made-up' };
  await expect(openKeys(env)).rejects.toThrow(/VAULT_ADDR: expected a value, because KEY_PROVIDER is vault/);
});
