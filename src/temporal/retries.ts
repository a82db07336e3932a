import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

/**
 * The client's own way of asking again, made safe to close: its timer throws, with nobody to catch it, when the connection
 * was closed meanwhile. Once closing has begun nothing is asked again, and the connection closes when no timer is left.
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

  /** Has the connection close in this way. */
  guard(connection: Connection): Connection {
    const close = connection.close.bind(connection);
    connection.close = async () => {
      this.#closing = true;
      // A timer may fire a little late, and what it asks is answered before the channel goes.
      const left = this.#until - performance.now();
      if (left > 0) await sleep(left + 50);
      await close();
    };
    return connection;
  }
}
