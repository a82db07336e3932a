import type { z } from 'zod';
import { problems, type ProblemCode } from './problem.ts';
import type { Scope } from './scopes.ts';

export interface ReplySpec {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Default: application/json */
  readonly type?: string;
  /** Whether the response can also be a stream of server-sent events. */
  readonly events?: boolean;
  readonly headers?: readonly string[];
  /** Names of operations that can follow, with the sources of their parameters. */
  readonly links?: Readonly<
    Record<string, { operationId: string; parameters: Readonly<Record<string, string>> }>
  >;
}

/** One endpoint: the router matches it, requests are validated against it, and the OpenAPI document describes it. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Path in OpenAPI notation: `/v1/things/{id}` */
  readonly path: `/${string}`;
  readonly document: 'workforce' | 'services';
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * The scope that a key or person needs. `any` requires a key or a session, with whatever scopes. `public` requires neither; for
   * `guarded`, the route itself checks access.
   */
  readonly access: Scope | 'any' | 'public' | 'guarded';
  /** Whether the cookie from the codec's login page is accepted in place of a key. */
  readonly session?: boolean;
  /** Whether a refusal tells where a client gets a token (RFC 9728, section 5.1). */
  readonly challenges?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers that the route itself reads; they are documented. */
  readonly headers?: z.ZodObject;
  readonly body?: {
    readonly schema: z.ZodObject;
    readonly optional?: boolean;
    readonly type?: 'application/json' | 'application/x-www-form-urlencoded';
    /** Maximum size in bytes after decompression; default 10 MiB */
    readonly limit?: number;
  };
  /** A body that the route reads as a stream, in place of `body`. */
  readonly stream?: {
    readonly types: readonly string[];
    /** Maximum size in bytes after decompression. */
    readonly limit: number;
  };
  /**
   * Like `bytes`, but the route itself reads the body and refuses other types, because it records refusals.
   */
  readonly raw?: {
    readonly types: readonly string[];
    /** Maximum size in bytes after decompression. */
    readonly limit: number;
  };
  /** A body that the route gets whole, as bytes, instead of a parsed `body`. */
  readonly bytes?: {
    readonly types: readonly string[];
    /** Maximum size in bytes after decompression. */
    readonly limit: number;
  };
  /** Whether an Idempotency-Key is accepted. */
  readonly idempotent?: boolean;
  readonly replies: Readonly<Record<number, ReplySpec>>;
  /** Problems in addition to those that the other members imply. */
  readonly problems?: readonly ProblemCode[];
}

export const operation = <const O extends Operation>(spec: O): O => spec;

/** Returns whether an operation is for authenticated callers only. */
export const needsCaller = ({ access }: Operation): boolean => access !== 'public' && access !== 'guarded';

/** Returns all problems that an operation can return, ordered by status. */
export const problemsOf = (spec: Operation): readonly ProblemCode[] => {
  const codes = new Set<ProblemCode>(spec.problems);
  const add = (when: boolean, ...more: readonly ProblemCode[]): void => {
    if (when) for (const code of more) codes.add(code);
  };
  add(true, 'malformed-request', 'internal');
  add(needsCaller(spec), 'unauthenticated', 'scope-missing', 'rate-limited', 'dependency-away');
  add(needsCaller(spec) && spec.method !== 'get', 'csrf-refused');
  add(spec.params !== undefined, 'not-found');
  add(spec.query !== undefined, 'invalid-request');
  add(
    (spec.body ?? spec.stream ?? spec.bytes ?? spec.raw) !== undefined,
    'malformed-body',
    'request-timeout',
    'body-too-large',
    'unsupported-media-type',
    'invalid-request',
  );
  add(spec.idempotent === true, 'idempotency-in-flight', 'idempotency-key-reused', 'invalid-request');
  return [...codes].toSorted((a, b) => problems[a].status - problems[b].status);
};
