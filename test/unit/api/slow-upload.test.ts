import { once } from 'node:events';
import { request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { openBody } from '../../../src/api/body/stream.ts';
import { createServer } from '../../../src/api/server/http-server.ts';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const lengthOf = async (incoming: IncomingMessage): Promise<number> => {
  let bytes = 0;
  for await (const piece of openBody(incoming, { types: ['text/csv'], limit: 1_000 }).bytes)
    bytes += piece.length;
  return bytes;
};

/** Starts a server whose time for a whole request is over at its first check, and a request that has sent half of its body. */
const halfSent = async (read: (incoming: IncomingMessage) => Promise<number>) => {
  server = createServer();
  // Node takes the longer of the two for whole requests.
  server.headersTimeout = 1;
  server.requestTimeout = 1;
  server.on('request', (incoming, response) => {
    void read(incoming).then(
      (bytes) => response.end(String(bytes)),
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method: 'POST', headers: { 'content-type': 'text/csv' } });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', reject);
  });
  sent.write('first,');
  const [outOfTime] = (await once(server, 'clientError')) as [NodeJS.ErrnoException];
  expect(outOfTime.code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
  return { sent, answered };
};

describe('An upload that takes longer than a request may', () => {
  it('a file that is read as a stream goes on until it is complete', async () => {
    const { sent, answered } = await halfSent(lengthOf);
    sent.end('second');
    const response = await answered;
    expect(response.statusCode).toBe(200);
    expect(await text(response)).toBe('12');
  });

  it('any other body is refused with 408', async () => {
    const { answered } = await halfSent(async (incoming) => (await text(incoming)).length);
    const response = await answered;
    expect(response.statusCode).toBe(408);
    expect(await text(response)).toContain('urn:pramaan:problem:request-timeout');
  });
});
