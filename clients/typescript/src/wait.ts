import { TimedOutError } from './errors.ts';
import { isRetryable, sleep } from './retry.ts';

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long to wait; default 10 minutes. */
  readonly timeoutMs?: number | undefined;
  /** How often to ask; default every 500 ms. */
  readonly everyMs?: number | undefined;
  /** Called with each state that was read. */
  readonly onState?: ((state: unknown) => void) | undefined;
}

/** Options of a wait for work that the same call starts. */
export interface StartOptions extends WaitOptions {
  /** Default: a new one. Give your own to start the work once from several processes. */
  readonly idempotencyKey?: string | undefined;
  /** Called with the id of the work as soon as it has started, so that you can find it again if this program ends. */
  readonly onStarted?: ((id: string) => void) | undefined;
}

/**
 * Reads a piece of work until it has ended. Continues while asking again may help, for example while the
 * service is unavailable.
 * @param id by which the work can be found later
 * @throws TimedOutError with the id when the time is over; the work goes on
 */
export const waitUntil = async <T>(
  id: string,
  read: (limits: { signal?: AbortSignal | undefined; timeoutMs: number }) => Promise<T>,
  hasEnded: (state: T) => boolean,
  { signal, timeoutMs = 600_000, everyMs = 500, onState }: WaitOptions,
): Promise<T> => {
  const deadline = Date.now() + timeoutMs;
  const timedOut = (cause?: unknown): TimedOutError =>
    new TimedOutError(`${id} has not ended within ${timeoutMs} ms`, { id, cause });
  for (;;) {
    try {
      const state = await read({ signal, timeoutMs: Math.max(1, deadline - Date.now()) });
      onState?.(state);
      if (hasEnded(state)) return state;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof TimedOutError) throw timedOut(error);
      if (!isRetryable(error, true)) throw error;
    }
    if (Date.now() + everyMs >= deadline) throw timedOut();
    await sleep(everyMs, signal);
  }
};
