import {
  type CallOptions,
  type Given,
  type Item,
  type ListId,
  type Messages,
  type OperationId,
  pathOf,
  type Reply,
  requestOf,
  type StreamId,
  type StreamOptions,
} from './call.ts';
import { operations } from './generated/operations.ts';
import { type Connection, type Request, send } from './send.ts';
import { streamEvents } from './stream.ts';

export interface ClientOptions {
  /** Where the service is, such as `https://pramaan.example.in`. */
  readonly url: string;
  /** An API key, or an access token of your identity provider. */
  readonly key: string;
  /** How often a request is repeated where that is safe; default 4. */
  readonly retries?: number;
  /** How long a call may take, all attempts together; default 180,000. */
  readonly timeoutMs?: number;
  /** Replaces the runtime's own fetch, for example to use a proxy. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Calls the operations of the API. */
export interface Caller {
  /**
   * Calls an operation by the id that the API reference shows.
   * @returns the parsed response; for a file the response itself, whose body can be read as a stream
   * @throws ProblemError, UnreachableError, TimedOutError
   */
  readonly call: <O extends OperationId>(id: O, given: Given<O>, options?: CallOptions) => Promise<Reply<O>>;
  /** Yields the items of all pages of a list. */
  readonly pages: <O extends ListId>(
    id: O,
    given: Given<O>,
    options?: CallOptions,
  ) => AsyncGenerator<Item<O>>;
  /** Yields the events of a stream, each exactly once even if the connection breaks. */
  readonly stream: <O extends StreamId>(
    id: O,
    given: Given<O>,
    options?: StreamOptions & Pick<CallOptions, 'idempotencyKey'>,
  ) => Messages<O>;
}

/** Creates the caller that all parts of a client share. */
export const createCaller = ({
  url,
  key,
  retries = 4,
  timeoutMs = 180_000,
  ...rest
}: ClientOptions): Caller => {
  const connection: Connection = {
    url: url.replace(/\/+$/, ''),
    key,
    retries,
    timeoutMs,
    // A browser's fetch works only as a method of its window.
    fetch: rest.fetch ?? globalThis.fetch.bind(globalThis),
  };
  const call: Caller['call'] = async (id, given, options = {}) =>
    send(connection, requestOf(id, given, options), options, async (response) =>
      operations[id].reply === 'json' ? (response.json() as Promise<Reply<typeof id>>) : response,
    );
  return {
    call,
    pages: (id, given, options) => pagesOf(call, id, given, options),
    stream: streamOf(connection),
  };
};

async function* pagesOf<O extends ListId>(
  call: Caller['call'],
  id: O,
  given: Given<O>,
  options?: CallOptions,
): AsyncGenerator<Item<O>> {
  const { query } = given as { readonly query?: object };
  let cursor: unknown;
  do {
    const asked = cursor === undefined ? given : { ...given, query: { ...query, cursor } };
    const page = (await call(id, asked, options)) as Readonly<Record<string, unknown>>;
    yield* page[operations[id].items!] as Item<O>[];
    cursor = page['next_cursor'] ?? undefined;
  } while (cursor !== undefined);
}

/** A live run starts with its stream. Other streams are followed at the address that started them. */
const streamOf =
  (connection: Connection): Caller['stream'] =>
  (id, given, options = {}) => {
    const first = requestOf(id, given, options);
    const resume = (response: Response): Request => {
      const run = response.headers.get('X-Run-Id');
      if (first.method === 'GET' || run === null) return first;
      const { query = {} } = given as { readonly query?: Readonly<Record<string, unknown>> };
      const path = pathOf(operations.followRun.path, { params: { id: run }, query });
      return { method: 'GET', path, headers: { Accept: first.headers['Accept']! }, isSafe: true };
    };
    return streamEvents(connection, first, resume, options);
  };
