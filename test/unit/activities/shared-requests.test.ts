import { CancelledFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { SharedRequests } from '../../../src/activities/agent/shared-requests.ts';

/** Creates a request that remains pending until the test ends it. */
const pending = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const starts: AbortSignal[] = [];
  const start = async (signal: AbortSignal): Promise<string> => {
    starts.push(signal);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    return promise;
  };
  return { resolve, reject, starts, start };
};

describe('Shared requests', () => {
  it.each(['NOT_FOUND', 'TIMED_OUT'])(
    'a request survives when Temporal replaces an attempt (%s) and serves the next attempt',
    async (why) => {
      const requests = new SharedRequests<string>();
      const { resolve, starts, start } = pending();
      const first = new AbortController();
      const attempt = requests.share('turn', first.signal, start);
      first.abort(new CancelledFailure(why));
      await expect(attempt).rejects.toThrow(why);
      const next = requests.share('turn', new AbortController().signal, start);
      resolve('reply');
      expect(await next).toBe('reply');
      expect(starts).toHaveLength(1);
    },
  );

  it('an attempt that arrives after the reply receives that reply', async () => {
    const requests = new SharedRequests<string>();
    const { resolve, starts, start } = pending();
    resolve('reply');
    const { signal } = new AbortController();
    expect(await requests.share('turn', signal, start)).toBe('reply');
    expect(await requests.share('turn', signal, start)).toBe('reply');
    expect(starts).toHaveLength(1);
  });

  it.each(['CANCELLED', 'WORKER_SHUTDOWN'])(
    'cancelling any attempt (%s) aborts the shared request',
    async (why) => {
      const requests = new SharedRequests<string>();
      const { starts, start } = pending();
      const cancelled = new AbortController();
      const one = requests.share('turn', new AbortController().signal, start);
      const other = requests.share('turn', cancelled.signal, start);
      cancelled.abort(new CancelledFailure(why));
      await expect(one).rejects.toThrow(why);
      await expect(other).rejects.toThrow(why);
      expect(starts[0]!.aborted).toBe(true);
    },
  );

  it('a failed request starts again, and requests with different names are kept separate', async () => {
    const requests = new SharedRequests<string>();
    const { signal } = new AbortController();
    const failing = pending();
    failing.reject(new Error('broken off'));
    await expect(requests.share('turn', signal, failing.start)).rejects.toThrow('broken off');
    const working = pending();
    working.resolve('reply');
    expect(await requests.share('turn', signal, working.start)).toBe('reply');
    const other = pending();
    other.resolve('another reply');
    expect(await requests.share('next turn', signal, other.start)).toBe('another reply');
  });
});
