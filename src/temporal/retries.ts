import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

/**
 * Makes the client's own retries safe to close: their timer throws an error that nobody catches if the connection was closed
 * meanwhile. Once closing has begun nothing is retried, and the connection closes when no timer is pending.
 */
export class Retries {
  readonly interceptor: ReturnType<typeof makeGrpcRetryInterceptor>;
  #closing = false;
  /** When the last timer will have fired, on the monotonic clock. */
  #until = 0;

  constructor() {
    const { retryableDecider, delayFunction } = defaultGrpcRetryOptions();
    this.interceptor = makeGrpcRetryInterceptor({
      retryableDecider: (attempt, status) => !this.#closing && retryableDecider(attempt, status),
      delayFunction: (attempt, status) => {
        const ms = delayFunction(attempt, status);
        this.#until = Math.max(this.#until, performance.now() + ms);
        return ms;
      },
    });
  }

  /** Makes the connection close this way. */
  guard(connection: Connection): Connection {
    const close = connection.close.bind(connection);
    connection.close = async () => {
      this.#closing = true;
      // Leaves room for a timer that fires a little late and for the reply to its request.
      const left = this.#until - performance.now();
      if (left > 0) await sleep(left + 50);
      await close();
    };
    return connection;
  }
}
