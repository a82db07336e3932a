import { type Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

/**
 * Lets a client close while its own retries are pending. Without this, a retry timer that fires after the connection was closed
 * throws an error that nobody catches. Once closing has begun, nothing new is retried, and the connection closes as soon as every
 * pending timer has fired. It counts the timers, because a wait for their latest time can end before they fire.
 */
export class Retries {
  readonly interceptor: ReturnType<typeof makeGrpcRetryInterceptor>;
  readonly #idle = Promise.withResolvers<void>();
  #closing = false;
  #pending = 0;

  constructor() {
    const { retryableDecider, delayFunction } = defaultGrpcRetryOptions();
    const intercept = makeGrpcRetryInterceptor({
      retryableDecider: (attempt, status) => !this.#closing && retryableDecider(attempt, status),
      delayFunction: (attempt, status) => {
        this.#pending += 1;
        return delayFunction(attempt, status);
      },
    });
    this.interceptor = (options, nextCall) => {
      let attempts = 0;
      return intercept(options, (callOptions) => {
        const call = nextCall(callOptions);
        attempts += 1;
        if (attempts > 1) this.#fired();
        return call;
      });
    };
  }

  /** Makes the connection wait for pending timers when it is closed. */
  guard(connection: Connection): Connection {
    const close = connection.close.bind(connection);
    connection.close = async () => {
      this.#closing = true;
      if (this.#pending > 0) await this.#idle.promise;
      await close();
    };
    return connection;
  }

  #fired(): void {
    this.#pending -= 1;
    if (this.#closing && this.#pending === 0) this.#idle.resolve();
  }
}
