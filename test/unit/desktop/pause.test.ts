import { expect, it } from 'vitest';
import { Pause } from '../../../src/desktop/pause.ts';

/** Processes whose changes a test allows one at a time. */
const desk = () => {
  const told: string[] = [];
  const faults: unknown[] = [];
  let failing = false;
  const pause = new Pause(
    {
      pause: async () => {
        told.push('pause');
        if (failing) throw new Error('the engine is away');
      },
      resume: async () => void told.push('resume'),
    },
    (error) => faults.push(error),
  );
  return { pause, told, faults, fail: (on: boolean) => (failing = on) };
};

it('a pause waits for calls in progress, and everything else waits for its end', async () => {
  const { pause, told } = desk();
  const answer = Promise.withResolvers<string>();
  const first = pause.during(async () => answer.promise);
  pause.set(true);
  let begun = false;
  const second = pause.during(async () => (begun = true));
  await Promise.resolve();
  expect([told, begun]).toEqual([[], false]);

  answer.resolve('answered');
  expect(await first).toBe('answered');
  await expect.poll(() => told).toEqual(['pause']);
  expect(begun).toBe(false);
  pause.set(true);
  pause.set(false);
  expect(await second).toBe(true);
  expect(told).toEqual(['pause', 'resume']);
});

it('a pause that is cancelled while it waits changes nothing', async () => {
  const { pause, told } = desk();
  const answer = Promise.withResolvers<void>();
  const first = pause.during(async () => answer.promise);
  pause.set(true);
  pause.set(false);
  answer.resolve();
  await first;
  await pause.during(async () => undefined);
  expect(told).toEqual([]);
});

it('a pause that the engine refuses is retried, and the end of the desktop ends all waiting', async () => {
  const { pause, told, faults, fail } = desk();
  fail(true);
  pause.set(true);
  await expect.poll(() => told).toEqual(['pause', 'pause']);
  fail(false);
  await expect.poll(() => told).toEqual(['pause', 'pause', 'pause']);
  expect(faults).toEqual([]);
  const waiting = pause.during(async () => 'gone');
  pause.end();
  expect(await waiting).toBe('gone');
});

it('a pause that the engine always refuses is reported, and retried at the next call', async () => {
  const { pause, told, faults, fail } = desk();
  fail(true);
  pause.set(true);
  await expect.poll(() => faults.length).toBe(1);
  fail(false);
  const tries = told.length;
  pause.set(true);
  await expect.poll(() => told.length).toBe(tries + 1);
});
