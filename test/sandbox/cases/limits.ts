import { expect } from 'vitest';
import { type Check, LIMIT_MS } from './case.ts';

const timedOut = { timed_out: true, exit_code: 137, signal: 'SIGKILL', oom_killed: false };

/** Checks that a program ends at the limit, either by the runner's clock or, at the latest, by the host's clock. */
const endsAtLimit: Check = (outcome) => {
  expect(outcome).toMatchObject(timedOut);
  expect(outcome.duration_ms).toBeGreaterThanOrEqual(LIMIT_MS);
  expect(outcome.duration_ms).toBeLessThan(LIMIT_MS + 1_000);
};

/** Checks for the limits on time, processes, memory and disk. */
export const LIMITS: Readonly<Record<string, Check>> = {
  'T01-busy-ignore-sigterm': async (outcome, context) => {
    await endsAtLimit(outcome, context);
    expect(outcome.stdout).toBe('start\n');
    expect(await context.run({ code: "print('next')" })).toMatchObject({ stdout: 'next\n', exit_code: 0 });
  },
  'T02-sleep-partial-output': async (outcome, context) => {
    await endsAtLimit(outcome, context);
    expect(outcome).toMatchObject({ stdout: 'one\ntwo\n', stderr: '' });
  },
  'T03-atexit-hang': async (outcome, context) => {
    await endsAtLimit(outcome, context);
    expect(outcome.stdout).toBe('bye\n');
  },
  'T06-zombies': ({ exit_code, stdout }) => {
    expect(exit_code).toBe(0);
    expect(stdout).toMatch(/end\n$/u);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(40);
  },
  'T07-stop-own-group': async (outcome, context) => {
    await endsAtLimit(outcome, context);
    expect(outcome.stdout).toBe('before\n');
  },
  'T08-forkbomb-python': endsAtLimit,
  'T11-memory-bomb': (outcome, { runtime }) => {
    expect(outcome.stdout).toBe('');
    if (runtime === 'runc') {
      expect(outcome).toMatchObject({
        exit_code: 137,
        signal: 'SIGKILL',
        oom_killed: true,
        timed_out: false,
      });
    } else {
      expect(outcome).toMatchObject({ exit_code: 1, stderr: expect.stringMatching(/MemoryError\n$/u) });
    }
  },
  'T13-tmp-fill': ({ stdout, exit_code }) => {
    expect({ stdout, exit_code }).toEqual({ stdout: '28 True\n', exit_code: 0 });
  },
  'T14-inode-fill': (outcome, { runtime, tookMs }) => {
    // This version of gVisor does not count files, so the time limit ends the program there.
    if (runtime === 'runc') expect(outcome).toMatchObject({ stdout: '28\ndone\n', exit_code: 0 });
    else expect(outcome.exit_code === 0 || outcome.timed_out).toBe(true);
    expect(outcome.files.length).toBeLessThanOrEqual(1_000);
    expect(tookMs).toBeLessThan(20_000);
  },
  'T15-sparse-file': (outcome) => {
    expect(outcome.charts).toEqual([]);
    expect(outcome.stdout === '1125899906842624\n' || outcome.stderr.includes('OSError')).toBe(true);
  },
  'T16-deep-dirs': ({ stdout, exit_code, charts }) => {
    expect({ stdout, exit_code, charts }).toEqual({ stdout: 'ok\n', exit_code: 0, charts: [] });
  },
  'T17-symlink-loop-and-host': ({ stdout, charts, files }) => {
    expect({ stdout, charts, files }).toEqual({ stdout: 'ok\n', charts: [], files: [] });
  },
  'T20-openblas-threads': ({ stdout, stderr }) => {
    expect({ stdout, stderr }).toEqual({ stdout: '300\n', stderr: '' });
  },
};
