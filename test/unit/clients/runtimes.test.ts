import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compileFunction } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import type * as Pramaan from '../../../clients/typescript/src/index.ts';
import { bundleClient } from '../../helpers/bundled-client.ts';

const OF_NODE = ['process', 'Buffer', 'global', 'require', 'module', 'setImmediate', '__dirname'];

const readExample = (name: string): string =>
  readFileSync(new URL(`../../../docs/ledger/example/${name}`, import.meta.url), 'utf8');

it('the client needs nothing of Node, so that it runs wherever there are fetch and WebCrypto', async () => {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ authorization: request.headers.authorization, url: request.url }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const bundle = await bundleClient();
  expect(bundle).not.toMatch(/globalThis\.(process|Buffer|require)/);
  // The names of Node are undefined in it, as they are elsewhere.
  const load = compileFunction(`${bundle}\nreturn pramaan;`, OF_NODE) as () => typeof Pramaan;
  const { createClient, verifyReceipt, verifyWebhook, ForgedError } = load();
  const client = createClient({ url, key: 'pmn_live_x' });
  expect(await client.call('getMe', {})).toEqual({ authorization: 'Bearer pmn_live_x', url: '/v1/me' });
  const [receipt, keys] = [readExample('receipt.json'), readExample('keys.txt')];
  expect(await verifyReceipt(receipt, keys)).toEqual({ size: 5 });
  await expect(verifyReceipt(receipt.replace('Found 1', 'Found 2'), keys)).rejects.toThrow(ForgedError);
  await expect(verifyWebhook({ body: '{}', headers: {}, keys: ['whsec_c2VjcmV0'] })).rejects.toThrow(
    ForgedError,
  );
});
