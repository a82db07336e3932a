import type { z } from 'zod';
import { problems, type ProblemCode } from './problem.ts';
import type { Scope } from './scopes.ts';

export interface ReplySpec {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Default: application/json */
  readonly type?: string;
  readonly headers?: readonly string[];
  /** Names of operations that can follow, with the sources of their parameters. */
  readonly links?: Readonly<
    Record<string, { operationId: string; parameters: Readonly<Record<string, string>> }>
  >;
}

/** One endpoint: what the router matches, what is validated, and what the document says. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** Path as OpenAPI writes it: `/v1/things/{id}` */
  readonly path: `/${string}`;
  readonly document: 'workforce' | 'services';
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope that a key needs. `public` needs no key; `guarded` is checked by the route itself. */
  readonly access: Scope | 'public' | 'guarded';
  /** Accepts the cookie of the codec's login page in place of a key. */
  readonly session?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers that the route reads itself; they are documented. */
  readonly headers?: z.ZodObject;
  readonly body?: {
    readonly schema: z.ZodObject;
    readonly optional?: boolean;
    readonly type?: 'application/json' | 'application/x-www-form-urlencoded';
    /** Bytes after decompression; default 10 MiB */
    readonly limit?: number;
  };
  /** Accepts an Idempotency-Key. */
  readonly idempotent?: boolean;
  readonly replies: Readonly<Record<number, ReplySpec>>;
  /** Problems beyond those that follow from the other members. */
  readonly problems?: readonly ProblemCode[];
}

export const operation = <const O extends Operation>(spec: O): O => spec;

/** Returns every problem that an operation can answer with, in the order of their status. */
export const problemsOf = (spec: Operation): readonly ProblemCode[] => {
  const codes = new Set<ProblemCode>(spec.problems);
  const add = (when: boolean, ...more: readonly ProblemCode[]): void => {
    if (when) for (const code of more) codes.add(code);
  };
  add(true, 'malformed-request', 'internal');
  add(
    spec.access !== 'public' && spec.access !== 'guarded',
    'unauthenticated',
    'scope-missing',
    'rate-limited',
    'dependency-away',
  );
  add(spec.params !== undefined, 'not-found');
  add(spec.query !== undefined, 'invalid-request');
  add(
    spec.body !== undefined,
    'malformed-body',
    'request-timeout',
    'body-too-large',
    'unsupported-media-type',
    'invalid-request',
  );
  add(spec.idempotent === true, 'idempotency-in-flight', 'idempotency-key-reused', 'invalid-request');
  return [...codes].toSorted((a, b) => problems[a].status - problems[b].status);
};
