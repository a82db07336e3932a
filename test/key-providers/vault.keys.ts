import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DATABASE_URL, keysOf, rewrapped, withKey } from './rings.ts';

let server: ChildProcess;
let address: string;
let root: string;
/** What the service has, and what the administrator who adds keys has. */
let service: Readonly<Record<string, string>>;
let administrator: Readonly<Record<string, string>>;

const vault = async (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${address}/v1/${path}`, {
    method,
    headers: { 'x-vault-token': root, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Makes a token that may only post to these paths. */
const tokenFor = async (name: string, paths: readonly string[]): Promise<string> => {
  const policy = paths.map((path) => `path "${path}" { capabilities = ["update"] }`).join('\n');
  expect((await vault('PUT', `sys/policies/acl/${name}`, { policy })).status).toBe(204);
  const made = await vault('POST', 'auth/token/create', { policies: [name] });
  return ((await made.json()) as { auth: { client_token: string } }).auth.client_token;
};

beforeAll(async () => {
  server = spawn(inject('vault'), { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout!).once('line', resolve);
    server.once('exit', (code) => reject(new Error(`Vault ended with ${code}`)));
  });
  ({ address, token: root } = JSON.parse(line) as { address: string; token: string });
  expect((await vault('POST', 'sys/mounts/transit', { type: 'transit' })).status).toBe(204);
  expect((await vault('POST', 'transit/keys/pramaan', { type: 'aes256-gcm96' })).ok).toBe(true);
  const base = { DATABASE_URL, KEY_PROVIDER: 'vault', VAULT_ADDR: address };
  const decrypt = 'transit/decrypt/pramaan';
  service = { ...base, VAULT_TOKEN: await tokenFor('service', [decrypt]) };
  administrator = {
    ...base,
    VAULT_TOKEN: await tokenFor('administrator', [decrypt, 'transit/encrypt/pramaan']),
  };
});
afterAll(() => void server.kill());

describe('Keys that Vault wraps', () => {
  it('the service unwraps its ring with a token that may only decrypt, and cannot add keys', async () => {
    const { ENCRYPTION_KEYS = '' } = await withKey(administrator, 'k1');
    expect(ENCRYPTION_KEYS).toMatch(/^k1:vault:v1:/);
    expect(await keysOf({ ...service, ENCRYPTION_KEYS })).toEqual([{ id: 'k1', key: expect.any(Buffer) }]);
    await expect(withKey(service, 'k2')).rejects.toThrow(/Vault answered with 403: the credentials/);
  });

  it('rotation drill: a new version of the wrapping key, rewrap, an old version withdrawn, and the same keys', async () => {
    const ring = await withKey(await withKey(administrator, 'k1'), 'k2');
    const before = await keysOf(ring);
    expect((await vault('POST', 'transit/keys/pramaan/rotate', {})).ok).toBe(true);
    const moved = await rewrapped(ring);
    expect(moved['ENCRYPTION_KEYS']).toMatch(/^k2:vault:v2:.*,k1:vault:v2:/);
    await vault('POST', 'transit/keys/pramaan/config', { min_decryption_version: 2 });
    expect(await keysOf(moved)).toEqual(before);
    await expect(keysOf(ring)).rejects.toThrow(/"k2" cannot be unwrapped: Vault answered with 400/);
  });

  it('a wrong token, another wrapping key and a server that is away are told apart', async () => {
    const ring = await withKey(administrator, 'k1');
    await expect(keysOf({ ...ring, VAULT_TOKEN: 'hvs.made-up' })).rejects.toThrow(/answered with 403/);
    await expect(keysOf({ ...ring, VAULT_TRANSIT_MOUNT: 'elsewhere' })).rejects.toThrow(
      /answered with 40[34]/,
    );
    await expect(keysOf({ ...ring, VAULT_ADDR: 'http://127.0.0.1:9' })).rejects.toThrow(
      /cannot be reached \(ECONNREFUSED\)/,
    );
  });

  it('a sealed server is waited for, and then named', async () => {
    const ring = await withKey(administrator, 'k1');
    expect((await vault('PUT', 'sys/seal')).status).toBe(204);
    await expect(keysOf(ring)).rejects.toThrow(/Vault answered with 503: it is sealed or not ready/);
  });
});
