import { createParser } from 'eventsource-parser';
import { ModelError } from '../../errors.ts';

export interface ServerSentEvent {
  /** The `event` field; undefined if the event has none. */
  readonly name: string | undefined;
  readonly data: string;
}

/** Maximum number of characters of one event. A longer one is not a model's reply, and would fill the memory. */
const LONGEST_EVENT = 16_000_000;

/**
 * Reads a stream of server-sent events. An event at the very end counts even without its blank line, because some servers leave
 * it out. Stops reading when the caller does.
 * @throws the error that broke the connection; ModelError if an event never ends
 */
export async function* serverSentEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let events: ServerSentEvent[] = [];
  let unread = 0;
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ name: event, data }),
  });
  const decoder = new TextDecoder();
  const taken = (): readonly ServerSentEvent[] => {
    const ready = events;
    events = [];
    return ready;
  };
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    unread = events.length > 0 ? 0 : unread + bytes.length;
    if (unread > LONGEST_EVENT) throw new ModelError('model_protocol');
    yield* taken();
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* taken();
}

/** Matches the beginning of an event stream. */
const FIRST_EVENT = /^(data|event|id|retry)?:/;
const STREAM_TYPE = /^text\/event-stream/i;

/**
 * A `fetch` that rejects complete responses. A captive portal's page, or a completion that was not streamed, would look like an
 * empty stream. Checks the body instead of its media type, because proxies mislabel good streams.
 * @throws ModelError if the body is not a stream
 */
export const streamsOnly =
  (inner: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const response = await inner(input, init);
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || STREAM_TYPE.test(type) || response.body === null) return response;
    const { first, body } = await peeked(response.body);
    if (FIRST_EVENT.test(first)) {
      const headers = new Headers(response.headers);
      headers.set('content-type', 'text/event-stream');
      return new Response(body, { status: response.status, headers });
    }
    await body.cancel();
    throw new ModelError('model_protocol', { status: response.status });
  };

/** Number of characters that are enough to recognise an event stream. */
const ENOUGH = 8;

/** Returns a body's first characters, and the whole body, which still includes them. */
const peeked = async (
  stream: ReadableStream<Uint8Array>,
): Promise<{ readonly first: string; readonly body: ReadableStream<Uint8Array> }> => {
  const [look, body] = stream.tee();
  const reader = look.getReader();
  const decoder = new TextDecoder();
  let first = '';
  while (first.length < ENOUGH) {
    const { done, value } = await reader.read();
    if (done) break;
    first = `${first}${decoder.decode(value, { stream: true })}`.trimStart();
  }
  void reader.cancel();
  return { first, body };
};
