import { encodeBody, isRepeatable } from './body.ts';
import { problemFrom, TimedOutError, UnreachableError } from './errors.ts';
import { isRetryable, sleep, waitBefore } from './retry.ts';

export interface Connection {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
  readonly retries: number;
  readonly timeoutMs: number;
}

export interface Request {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether it has the same effect when it arrives twice. */
  readonly isSafe: boolean;
}

export interface Limits {
  readonly signal?: AbortSignal | undefined;
  /** For all attempts together. */
  readonly timeoutMs?: number | undefined;
}

/** Longer timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Sends a request, and repeats it where that is safe and useful.
 * @param read reads the response within the time that is left. What it leaves unread, such as a file, may
 * take longer: only the caller's signal ends that.
 * @throws ProblemError, UnreachableError, TimedOutError, or the reason of the caller's signal
 */
export const send = async <T>(
  connection: Connection,
  request: Request,
  limits: Limits,
  read: (response: Response) => Promise<T>,
): Promise<T> => {
  const timeoutMs = limits.timeoutMs ?? connection.timeoutMs;
  const deadline = Date.now() + timeoutMs;
  const over = new AbortController();
  const signal = limits.signal === undefined ? over.signal : AbortSignal.any([over.signal, limits.signal]);
  const timer = setTimeout(() => over.abort(), Math.min(timeoutMs, LONGEST_TIMER_MS));
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await read(await attemptOnce(connection, request, signal));
      } catch (thrown) {
        limits.signal?.throwIfAborted();
        if (over.signal.aborted)
          throw new TimedOutError(`no response within ${timeoutMs} ms`, { cause: thrown });
        // Reading the response can fail as well.
        const error = thrown instanceof TypeError ? unreachable(connection, thrown) : thrown;
        const wait = waitBefore(attempt, error);
        const mayRepeat = isRepeatable(request.body) && isRetryable(error, request.isSafe);
        if (attempt >= connection.retries || !mayRepeat || Date.now() + wait >= deadline) throw error;
        await sleep(wait, signal);
      }
    }
  } finally {
    clearTimeout(timer);
  }
};

/** Sends a request once. @throws ProblemError unless it succeeds */
export const attemptOnce = async (
  connection: Connection,
  { method, path, headers, body }: Request,
  signal: AbortSignal,
): Promise<Response> => {
  const { content, type } = encodeBody(body);
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    redirect: 'error',
    signal,
    headers: {
      ...(type !== undefined && { 'Content-Type': type }),
      ...headers,
      Authorization: `Bearer ${connection.key}`,
    },
    ...(content !== undefined && { body: content }),
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  };
  const response = await connection.fetch(connection.url + path, init).catch((error: unknown) => {
    throw error instanceof TypeError ? unreachable(connection, error) : error;
  });
  if (response.ok) return response;
  throw await problemFrom(response);
};

/** fetch reports a failure of the network as a TypeError. */
const unreachable = ({ url }: Connection, cause: Error): UnreachableError =>
  new UnreachableError(`${url} does not respond: ${reasonOf(cause)}`, { cause });

/** Node says in the cause why fetch failed. */
const reasonOf = ({ cause, message }: Error): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : message;
