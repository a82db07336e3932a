import { expect, it } from 'vitest';
import {
  isProblem,
  ProblemError,
  TimedOutError,
  UnreachableError,
} from '../../../clients/typescript/src/errors.ts';
import { requestOf } from '../../../clients/typescript/src/call.ts';
import { isRetryable, sleep, waitBefore } from '../../../clients/typescript/src/retry.ts';

const problem = (code: string, status = 503, headers: Record<string, string> = {}): ProblemError =>
  new ProblemError(new Response(null, { status, headers }), {
    type: `urn:pramaan:problem:${code}`,
    title: 'T',
    detail: 'D',
  });

it.for<[string, unknown, safe: boolean, otherwise: boolean]>([
  ['rate-limited', problem('rate-limited', 429), true, true],
  ['sandboxes-busy', problem('sandboxes-busy'), true, true],
  ['dependency-away', problem('dependency-away'), true, false],
  ['idempotency-in-flight', problem('idempotency-in-flight', 409), true, false],
  ['run-interrupted', problem('run-interrupted'), false, false],
  ['suspended', problem('suspended', 423), false, false],
  ['internal', problem('internal', 500), false, false],
  ['a proxy without the service', problem('', 502), true, false],
  ['a page of a proxy', problem('', 404), false, false],
  ['a broken connection', new UnreachableError('x'), true, false],
  ['no time left', new TimedOutError('x'), false, false],
])('after %s a request is repeated only where that is safe and of use', ([, error, safe, otherwise]) => {
  expect([isRetryable(error, true), isRetryable(error, false)]).toEqual([safe, otherwise]);
});

it('the service says how long to wait, in seconds or by a date', () => {
  expect(waitBefore(0, problem('rate-limited', 429, { 'Retry-After': '7' }))).toBe(7000);
  const date = new Date(Date.now() + 60_000).toUTCString();
  const wait = waitBefore(0, problem('rate-limited', 429, { 'Retry-After': date }));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60_000);
  expect(problem('rate-limited', 429, { 'Retry-After': 'soon' }).retryAfterMs).toBeNull();
});

it('without a time from the service, each wait may be twice as long, up to a bound', () => {
  for (const attempt of [0, 1, 2, 10, 100]) {
    const longest = Math.min(15_000, 250 * 2 ** attempt);
    expect(waitBefore(attempt)).toBeGreaterThanOrEqual(longest / 2);
    expect(waitBefore(attempt)).toBeLessThanOrEqual(longest);
  }
});

it('a problem is recognised by its code, and an unknown one by none', () => {
  expect(isProblem(problem('suspended', 423), 'suspended', 'rate-limited')).toBe(true);
  expect(isProblem(problem('suspended', 423), 'rate-limited')).toBe(false);
  expect(problem('toString').code).toBe('unknown');
  expect(isProblem(new UnreachableError('x'))).toBe(false);
});

it('a start and a decision can be sent again, a cancellation cannot', () => {
  expect(requestOf('startRun', { params: { id: 'kyc' } }).isSafe).toBe(true);
  expect(requestOf('decideReview', { params: { id: 'rev_1' } }).isSafe).toBe(true);
  expect(requestOf('cancelRun', { params: { id: 'run_1' } }).isSafe).toBe(false);
});

it('aborting the signal ends a wait', async () => {
  const stop = new AbortController();
  const waiting = sleep(3_600_000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(sleep(1, stop.signal)).rejects.toThrow('enough');
});
