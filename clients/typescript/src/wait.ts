import { isProblem, TimedOutError, UnreachableError } from './errors.ts';
import { sleep } from './retry.ts';

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long to wait; default 10 minutes. */
  readonly timeoutMs?: number | undefined;
  /** How often to ask; default every 500 ms. */
  readonly everyMs?: number | undefined;
  /** Called with each state that was read. */
  readonly onState?: ((state: unknown) => void) | undefined;
}

/** Whether the service, or what it needs, is away for a while. */
const isAway = (error: unknown): boolean =>
  error instanceof UnreachableError || isProblem(error, 'dependency-away', 'rate-limited');

/**
 * Reads a piece of work until it has ended. Goes on while the service is away for a while.
 * @throws TimedOutError when the time is over; the work goes on
 */
export const waitUntil = async <T>(
  read: (limits: { signal?: AbortSignal | undefined; timeoutMs: number }) => Promise<T>,
  hasEnded: (state: T) => boolean,
  { signal, timeoutMs = 600_000, everyMs = 500, onState }: WaitOptions,
): Promise<T> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const state = await read({ signal, timeoutMs: Math.max(1, deadline - Date.now()) });
      onState?.(state);
      if (hasEnded(state)) return state;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isAway(error)) throw error;
    }
    if (Date.now() + everyMs >= deadline) throw new TimedOutError(`not finished within ${timeoutMs} ms`);
    await sleep(everyMs, signal);
  }
};
