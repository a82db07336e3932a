import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, describe, it, onTestFinished } from 'vitest';
import { pulledBody } from '../../../src/api/http/pulled-body.ts';

interface Served {
  readonly response: IncomingMessage;
  readonly gone: () => number;
  readonly errors: readonly unknown[];
  readonly made: () => number;
}

/** Serves text over a socket, as the API does. */
const serve = async (pieces: AsyncGenerator<string, void, undefined>, stalledMs: number): Promise<Served> => {
  const errors: unknown[] = [];
  let gone = 0;
  let made = 0;
  const counted = (async function* () {
    for await (const piece of pieces) {
      made += 1;
      yield piece;
    }
  })();
  const options = {
    stalledMs,
    onGone: () => void (gone += 1),
    onError: (error: unknown) => void errors.push(error),
  };
  const server = createServer((_, response) => {
    pipeline(pulledBody(counted, options), response, () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, agent: false }, resolve).once('error', reject);
  });
  response.on('error', () => undefined);
  return { response, gone: () => gone, errors, made: () => made };
};

async function* piecesOf(count: number, length: number): AsyncGenerator<string, void, undefined> {
  for (let n = 0; n < count; n += 1) yield String(n % 10).repeat(length);
}

async function* broken(): AsyncGenerator<string, void, undefined> {
  yield 'begun ';
  throw new Error('broken');
}

describe('A pulled response body', () => {
  it('the client receives the complete body, and the end is reported once', async () => {
    const { response, gone, errors } = await serve(piecesOf(200, 1_000), 5_000);
    expect(await text(response)).toHaveLength(200_000);
    await expect.poll(gone).toBe(1);
    expect(errors).toEqual([]);
  });

  it('the body is produced only as fast as the client reads and is abandoned when the client stalls', async () => {
    const { response, gone, made } = await serve(piecesOf(1_000, 100_000), 300);
    response.pause();
    await sleep(150);
    const early = made();
    expect(early).toBeLessThan(200);
    await expect.poll(gone).toBe(1);
    expect(made()).toBe(early);
  });

  it('a client that disconnects ends the body without an error', async () => {
    const { response, gone, errors } = await serve(piecesOf(100_000, 100_000), 5_000);
    response.once('data', () => response.destroy());
    await expect.poll(gone).toBe(1);
    expect(errors).toEqual([]);
  });

  it('the body reports why its source failed', async () => {
    const { response, gone, errors } = await serve(broken(), 5_000);
    await expect(text(response)).rejects.toThrow();
    await expect.poll(gone).toBe(1);
    expect(errors).toMatchObject([{ message: 'broken' }]);
  });
});
