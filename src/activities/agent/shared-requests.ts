import { CancelledFailure } from '@temporalio/common';

interface Request<T> {
  readonly reply: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
  timer?: NodeJS.Timeout;
}

/**
 * Milliseconds for which an abandoned request is kept. Temporal starts a turn's next attempt within a second or two; the rest is
 * a margin for a busy machine.
 */
const KEEP_MS = 15_000;

/** Cancellation reasons that Temporal gives when it replaces an attempt that stopped sending heartbeats. */
const REPLACED = new Set(['NOT_FOUND', 'TIMED_OUT']);

/**
 * Keeps a request alive when Temporal replaces the activity that made it. If the process was stalled for longer than the
 * heartbeat timeout, the next attempt runs in this same process. It takes over the first attempt's request or reply, so that the
 * provider is not asked (and paid) twice.
 */
export class SharedRequests<T> {
  readonly #requests = new Map<string, Request<T>>();

  /**
   * Starts a request, or joins the one with the same name.
   * @param signal the activity's signal; a cancellation aborts the request, but the mere end of the attempt does not
   * @throws the request's error, or the signal's reason
   */
  async share(name: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const request = this.#requests.get(name) ?? this.#start(name, start);
    clearTimeout(request.timer);
    request.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => {
      if (!isReplaced(signal.reason)) request.abort.abort(signal.reason);
      left.reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([request.reply, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      request.waiting -= 1;
      if (request.waiting === 0) this.#forgetLater(name, request);
    }
  }

  #start(name: string, start: (signal: AbortSignal) => Promise<T>): Request<T> {
    const abort = new AbortController();
    const request: Request<T> = { reply: start(abort.signal), abort, waiting: 0 };
    this.#requests.set(name, request);
    // Forgets a failed request, so that the next attempt makes a new one.
    request.reply.catch(() => this.#forget(name, request));
    return request;
  }

  #forgetLater(name: string, request: Request<T>): void {
    request.timer = setTimeout(() => {
      request.abort.abort(new CancelledFailure('NOT_FOUND'));
      this.#forget(name, request);
    }, KEEP_MS).unref();
  }

  #forget(name: string, request: Request<T>): void {
    clearTimeout(request.timer);
    if (this.#requests.get(name) === request) this.#requests.delete(name);
  }
}

const isReplaced = (reason: unknown): boolean =>
  reason instanceof CancelledFailure && REPLACED.has(reason.message);
