import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../src/temporal/client.ts';

describe('A Temporal client', () => {
  it('a client closes while calls wait for a retry and throws nothing afterwards', async () => {
    const thrown: Error[] = [];
    const note = (error: Error): void => void thrown.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    for (const wait of [0, 5, 20, 40, 60, 120, 160, 200, 350]) {
      const client = createClient({
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        TEMPORAL_NAMESPACE: 'default',
        ENCRYPTION_KEYS: [{ id: 'k1', key: randomBytes(32) }],
      });
      const calls = [1, 2, 3].map(async () =>
        client.workflowService.describeNamespace({ namespace: 'default' }),
      );
      const ended = Promise.allSettled(calls);
      await sleep(wait);
      // A busy process starts timers from a stale clock, so a wait that begins now ends early.
      const busyUntil = performance.now() + 90;
      while (performance.now() < busyUntil);
      await client.connection.close();
      await sleep(400);
      expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    }
    expect(thrown).toEqual([]);
  });
});
