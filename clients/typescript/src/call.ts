import type { StreamMessage } from './events.ts';
import { operations, type OperationEntry, type Operations } from './generated/operations.ts';
import type { Limits, Request } from './send.ts';
import type { StreamOptions } from './stream.ts';

export type OperationId = keyof Operations;

/** Operations whose response is a stream of events. */
export type StreamId = {
  [O in OperationId]: Operations[O]['kind'] extends 'events' ? O : never;
}[OperationId];

/** Operations that list pages. */
export type ListId = { [O in OperationId]: Operations[O]['item'] extends never ? never : O }[OperationId];

/** A member without required members of its own may be left out. */
type Optional<K extends string, T> = {} extends T ? { readonly [P in K]?: T } : { readonly [P in K]: T };
type Body<T> = undefined extends T ? { readonly body?: T } : { readonly body: T };

/** What an operation takes: parameters of its path, its query and its body. */
export type Given<O extends OperationId> = Optional<'params', Operations[O]['params']> &
  Optional<'query', Operations[O]['query']> &
  Body<Operations[O]['body']>;

export interface CallOptions extends Limits {
  /** Default: a new one for each call. Give your own to make one call from several processes. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type Reply<O extends OperationId> = Operations[O]['reply'];
export type Item<O extends ListId> = Operations[O]['item'];
export type Messages<O extends StreamId> = AsyncGenerator<StreamMessage<Operations[O]['reply']>>;
export type { StreamOptions };

interface AnyGiven {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const ACCEPT: Readonly<Record<OperationEntry['reply'], string>> = {
  json: 'application/json, application/problem+json',
  events: 'text/event-stream, application/problem+json',
  bytes: '*/*',
};

/** Returns the path of an operation. Values are escaped, so that an id cannot lead anywhere else. */
export const pathOf = (path: string, { params = {}, query = {} }: AnyGiven): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

/** Returns the request of an operation. One that starts or changes something gets an idempotency key. */
export const requestOf = (id: OperationId, given: AnyGiven, options: CallOptions = {}): Request => {
  const { method, path, reply, idempotent } = operations[id];
  const key = idempotent ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  return {
    method,
    path: pathOf(path, given),
    body: given.body,
    isSafe: method !== 'POST' || key !== undefined,
    headers: {
      Accept: ACCEPT[reply],
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...options.headers,
    },
  };
};
