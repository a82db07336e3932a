import { ProblemError, type ProblemCode, UnreachableError } from './errors.ts';

/** The service has done nothing yet, so any request can be sent again. */
const NOTHING_DONE: readonly ProblemCode[] = ['rate-limited', 'sandboxes-busy'];
/** Something may have been done, so only a request that works once can be sent again. */
const PERHAPS_DONE: readonly ProblemCode[] = ['dependency-away', 'idempotency-in-flight', 'request-timeout'];
/** A proxy responds with these while it cannot reach the service. */
const PROXY_STATUS = new Set([502, 503, 504]);

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

/**
 * Returns whether a request can be sent again after an error.
 * @param isSafe whether it has the same effect when it arrives twice: a read, or a request with an idempotency key
 */
export const isRetryable = (error: unknown, isSafe: boolean): boolean => {
  if (error instanceof UnreachableError) return isSafe;
  if (!(error instanceof ProblemError)) return false;
  const { code, status } = error;
  if (code === 'unknown') return isSafe && PROXY_STATUS.has(status);
  return NOTHING_DONE.includes(code) || (isSafe && PERHAPS_DONE.includes(code));
};

/** Returns how long to wait before the next attempt: as long as the service says, else twice as long each time. */
export const waitBefore = (attempt: number, error?: unknown): number => {
  if (error instanceof ProblemError && error.retryAfterMs !== null) return error.retryAfterMs;
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  // Clients that failed together do not come back together.
  return longest / 2 + (Math.random() * longest) / 2;
};

/** Waits. @throws the signal's reason as soon as it is aborted */
export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, ms);
      stop = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', stop, { once: true });
    });
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener('abort', stop);
  }
};
