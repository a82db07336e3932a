import { PramaanError, ProblemError, TimedOutError, UnreachableError } from './errors.ts';
import { readEvents, type StreamMessage } from './events.ts';
import { isRetryable, sleep, waitBefore } from './retry.ts';
import { attemptOnce, type Connection, type Request } from './send.ts';

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long the service may be silent before the client reconnects. The service sends a sign of life every 15 seconds. */
  readonly silenceMs?: number | undefined;
  /** The id of the last event that is known already. */
  readonly lastEventId?: string | undefined;
}

const LAST = 'end';
const SILENCE_MS = 45_000;

/**
 * Yields the events of a stream, each once. Reconnects after the last event that it has, as often as the service allows.
 * @param resume returns the request that continues a stream from its response on
 */
export async function* streamEvents<T>(
  connection: Connection,
  first: Request,
  resume: (response: Response) => Request,
  options: StreamOptions,
): AsyncGenerator<StreamMessage<T>> {
  let [request, lastId, failures, retryMs] = [first, options.lastEventId, 0, 0];
  for (;;) {
    const silence = new AbortController();
    const signal = AbortSignal.any([silence.signal, ...(options.signal ? [options.signal] : [])]);
    const watch = watchSilence(silence, options.silenceMs ?? SILENCE_MS);
    let problem: unknown;
    try {
      const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
      const response = await attemptOnce(
        connection,
        { ...request, headers: { ...request.headers, ...headers } },
        signal,
      );
      request = resume(response);
      if (response.body === null || response.status === 204) return;
      for await (const message of readEvents(watch.through(response.body), (ms) => (retryMs = ms))) {
        failures = 0;
        lastId = message.id;
        yield message as StreamMessage<T>;
        if (message.id === LAST) return;
      }
    } catch (error) {
      problem = error;
      options.signal?.throwIfAborted();
      if (!mayReconnect(error, request, silence.signal)) throw error;
    } finally {
      watch.stop();
    }
    failures += 1;
    if (failures > connection.retries) throw asError(problem, connection);
    // The first attempt to reconnect follows soon, because a process of the service that stops ends its streams at once.
    await sleep(
      failures === 1 ? waitBefore(0, problem) : Math.max(retryMs, waitBefore(failures, problem)),
      options.signal,
    );
  }
}

/**
 * A failed read throws the network's own error. Any other error comes from the service or from the consumer
 * of the events.
 */
const mayReconnect = (error: unknown, { isSafe }: Request, silence: AbortSignal): boolean =>
  error instanceof ProblemError
    ? isRetryable(error, isSafe)
    : isSafe && (error instanceof UnreachableError || error instanceof TypeError || silence.aborted);

const asError = (problem: unknown, { url }: Connection): PramaanError =>
  problem instanceof PramaanError
    ? problem
    : new UnreachableError(`the stream of ${url} broke again and again`, { cause: problem });

/** Aborts a connection on which nothing arrives for too long. */
const watchSilence = (controller: AbortController, ms: number) => {
  const silent = (): void => controller.abort(new TimedOutError(`the stream was silent for ${ms} ms`));
  let timer = setTimeout(silent, ms);
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(silent, ms);
  };
  return {
    through: (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
      body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform: (chunk, to) => {
            restart();
            to.enqueue(chunk);
          },
        }),
      ),
    stop: (): void => clearTimeout(timer),
  };
};
