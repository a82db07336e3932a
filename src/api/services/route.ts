import type { z } from 'zod';
import type { Operation } from '../../contract/operation.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import type { GivenBytes } from '../body/bytes.ts';
import type { BodyStream } from '../body/stream.ts';
import type { Services } from './services.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A request that conforms to its operation: it is authenticated and within limits, and every part of it is parsed. */
export interface Call<O extends Operation = Operation> {
  readonly params: O extends { params: infer P } ? Parsed<P> : undefined;
  readonly query: O extends { query: infer Q } ? Parsed<Q> : undefined;
  readonly body: O extends { body: { schema: infer B } } ? Parsed<B> : undefined;
  readonly bytes: O extends { bytes: object } ? GivenBytes : undefined;
  readonly stream: O extends { stream: object } ? BodyStream : undefined;
  /** Reads the body's bytes, whatever their type. @throws ProblemError */
  readonly raw: O extends { raw: object } ? () => Promise<Buffer> : undefined;
  readonly caller: O extends { access: Scope | 'any' } ? Caller : undefined;
  /** The query string as it was sent, with its `?`; '' if absent. */
  readonly search: string;
  readonly requestId: string;
  /** The peer's address. */
  readonly address: string;
  /** The Idempotency-Key if the operation accepts one and the caller sent it. */
  readonly idempotencyKey: string | undefined;
  /** Returns a request header; '' if absent. */
  readonly header: (name: string) => string;
  /** Drops the body and frees its memory reservation, for handlers that wait for a long time after storing it. */
  readonly forgetBody: () => void;
  /** Keeps the body's memory reservation after the reply, for work that goes on while it is sent; returns how to free it. */
  readonly keepBody: () => () => void;
  /** Returns a signal that aborts if the client disconnects before it has the whole response. */
  readonly gone: () => AbortSignal;
}

export interface Reply {
  readonly status: number;
  /** An object is sent as JSON, a string as it is. */
  readonly body: object | string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** An operation in the contract, with its handler. */
export interface Route {
  readonly operation: Operation;
  readonly handle: (call: Call, services: Services) => Promise<Reply>;
}

/** Binds a handler to its operation; the call's types follow from the operation's schemas. */
export const route = <const O extends Operation>(
  operation: O,
  handle: (call: Call<O>, services: Services) => Promise<Reply>,
  // The dispatcher parses each call by this same operation, so the wider type is correct at run time.
): Route => ({ operation, handle });
