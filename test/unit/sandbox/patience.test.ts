import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startPatience } from '../../../src/sandbox/patience.ts';

/** Blocks this process, as SIGSTOP does. */
const standStill = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('Patience with a stream', () => {
  it('patience ends when nothing arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    startPatience(10, resolve);
    await promise;
  });

  it('after being stopped, a process reads the data that arrived in time before it gives up', async () => {
    const server = createServer((socket) => void socket.end('in time')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    try {
      const seen: string[] = [];
      const first = Promise.withResolvers<void>();
      const patience = startPatience(20, () => {
        seen.push('over');
        first.resolve();
      });
      socket.once('data', () => {
        patience.end();
        seen.push('read');
        first.resolve();
      });
      standStill(600);
      await first.promise;
      expect(seen).toEqual(['read']);
    } finally {
      socket.destroy();
      server.close();
    }
  });
});
