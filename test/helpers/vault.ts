import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { open, seal } from '../../src/store/crypto/key-ring.ts';

export const VAULT_TOKEN = 'hvs.made-up';

export interface Vault {
  readonly url: string;
  /** Adds a version to the wrapping key. */
  readonly rotate: () => void;
  /**
   * Makes the server respond with a status: 503 like a sealed one, 307 like a standby. Without a status, it
   * works normally again.
   */
  readonly fail: (status?: number) => void;
  readonly close: () => Promise<void>;
}

/** Starts a server that speaks the protocol of Vault's transit engine for one key, `transit/…/pramaan`. */
export const startVault = async (): Promise<Vault> => {
  const versions = [randomBytes(32)];
  let failing: number | undefined;
  const encrypt = (plaintext: string): object => ({
    ciphertext: `vault:v${versions.length}:${seal(versions.at(-1)!, Buffer.from(plaintext, 'base64'), '').toString('base64')}`,
  });
  const decrypt = (ciphertext: string): object => {
    const [, version, text] = /^vault:v(\d+):(.+)$/.exec(ciphertext)!;
    const plain = open(versions[Number(version) - 1]!, Buffer.from(text!, 'base64'), '');
    return { plaintext: plain.toString('base64') };
  };
  const answer = (path: string, token: unknown, body: string): readonly [status: number, body: object] => {
    if (failing !== undefined) return [failing, { errors: ['Vault is sealed'] }];
    if (token !== VAULT_TOKEN) return [403, { errors: ['permission denied'] }];
    const input = JSON.parse(body) as { plaintext: string; ciphertext: string };
    try {
      if (path === '/v1/transit/encrypt/pramaan') return [200, { data: encrypt(input.plaintext) }];
      if (path === '/v1/transit/decrypt/pramaan') return [200, { data: decrypt(input.ciphertext) }];
      return [404, { errors: ['no handler for route'] }];
    } catch {
      return [400, { errors: ['invalid ciphertext'] }];
    }
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const [status, sent] = answer(request.url!, request.headers['x-vault-token'], body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rotate: () => versions.push(randomBytes(32)),
    fail: (status) => (failing = status),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
