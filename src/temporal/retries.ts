import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

/**
 * Lets a client close while its own retries are pending. Without this, a retry timer that fires after the connection was closed
 * throws an error that nobody catches. Once closing has begun, nothing is retried, and the connection closes as soon as no
 * timer is pending.
 */
export class Retries {
  readonly interceptor: ReturnType<typeof makeGrpcRetryInterceptor>;
  #closing = false;
  /** Time by which the last timer will have fired, on the monotonic clock. */
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

  /** Makes the connection wait for pending timers when it is closed. */
  guard(connection: Connection): Connection {
    const close = connection.close.bind(connection);
    connection.close = async () => {
      this.#closing = true;
      // Waits slightly longer, because a timer may fire late and its request then needs time to be answered.
      const left = this.#until - performance.now();
      if (left > 0) await sleep(left + 50);
      await close();
    };
    return connection;
  }
}
