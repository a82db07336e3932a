import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { keepWatch } from '../../../../src/desktop/live-view/pipe.ts';

const EVERY_MS = 200;

/** Opens both ends of a WebSocket on loopback. */
const openPair = async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const here = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[there]] = (await Promise.all([once(server, 'connection'), once(here, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  onTestFinished(() => {
    here.terminate();
    server.close();
  });
  return { here, there };
};

/** Blocks the thread, so that neither timers nor sockets are served. */
const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

describe('Watching over a WebSocket', () => {
  it('keepWatch disconnects a peer that does not respond', async () => {
    const { here, there } = await openPair();
    here.pause();
    keepWatch(there, EVERY_MS);
    await once(there, 'close');
  });

  it('keepWatch keeps a peer whose response arrived while this process was stopped', async () => {
    const { here, there } = await openPair();
    here.on('ping', () => standStill(EVERY_MS * 2));
    keepWatch(there, EVERY_MS);
    await sleep(EVERY_MS * 10);
    expect(there.readyState).toBe(WebSocket.OPEN);
  });
});
