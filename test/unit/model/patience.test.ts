import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Patience } from '../../../src/model/patience.ts';

const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

it.each([
  ['idle', { idleMs: 500, turnMs: 60_000 }],
  ['turn', { idleMs: 60_000, turnMs: 500 }],
])('the %s limit does not count time in which the process itself was stopped', async (_, limits) => {
  const patience = new Patience(limits);
  onTestFinished(() => patience.end());
  standStill(1_000);
  await sleep(0);
  expect(patience.signal.aborted).toBe(false);
  if (!patience.signal.aborted) await once(patience.signal, 'abort');
});
