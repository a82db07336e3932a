import type { z } from 'zod';
import type { Operation } from '../../../src/contract/operation.ts';
import type { ProblemBody } from '../../../src/contract/problem.ts';

/** A response of the API that reports a problem, or the lack of any response. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Partial<ProblemBody>;

  /** @param status 0 if the service did not respond */
  constructor(status: number, problem: Partial<ProblemBody>) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

type Member<T, K extends string> = T extends Readonly<Record<K, infer V>> ? V : never;
type ReplyOf<R> = R extends { readonly schema: infer S extends z.ZodType } ? z.output<S> : never;
type Input<S> = S extends z.ZodType ? z.input<S> : never;

/** What an operation responds with, taken from the schema that its OpenAPI document is derived from. */
export type Reply<O extends Operation> = {
  [S in keyof O['replies']]: ReplyOf<O['replies'][S]>;
}[keyof O['replies']];

/** The parameters and the body of an operation's request. */
export interface Given<O extends Operation> {
  readonly params?: Input<Member<O, 'params'>>;
  readonly query?: { readonly [K in keyof Input<Member<O, 'query'>>]?: string | undefined };
  readonly body?: Input<Member<Member<O, 'body'>, 'schema'>>;
  /** A body of bytes instead of JSON. */
  readonly bytes?: Blob | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Repeats a request whose response was lost. Default: a new key. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

let csrfToken: string | null = null;
let renew: () => Promise<boolean> = async () => false;

/** Keeps the token that the API asks for with each request that changes something. */
export const keepCsrfToken = (token: string | null): void => {
  csrfToken = token;
};

/**
 * Keeps the function that reads the token again. A sign-in in another tab replaces the session, and its
 * token, for all tabs.
 * @param again returns whether the same person is signed in, because nobody may act in another person's name
 * by mistake
 */
export const keepRenewal = (again: () => Promise<boolean>): void => {
  renew = again;
};

/** Returns the address of an operation. Values of parameters are escaped. */
export const addressOf = (
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

/**
 * Returns a function that calls an operation.
 * @throws ApiError unless the API responds with success
 */
export const operation =
  <O extends Operation>(method: O['method'], path: O['path']) =>
  async (given: Given<O> = {}): Promise<Reply<O>> => {
    const response = await request<O>(method, path, given);
    return (await response.json()) as Reply<O>;
  };

/**
 * Sends a request of an operation, and returns its response with the body still unread.
 * @throws ApiError unless the API responds with success
 */
export const request = async <O extends Operation>(
  method: O['method'],
  path: O['path'],
  { params, query, idempotencyKey = newIdempotencyKey(), ...given }: Given<O>,
): Promise<Response> => {
  const address = addressOf(path, params as Record<string, unknown>, query);
  const attempt = async (): Promise<Response> => send(address, initOf(method, idempotencyKey, given));
  const response = await attempt();
  if (response.ok) return response;
  const problem = await readProblem(response);
  const isRefused = problem.type?.endsWith('csrf-refused') === true;
  if (!isRefused || !(await renew())) throw new ApiError(response.status, problem);
  const second = await attempt();
  if (!second.ok) throw new ApiError(second.status, await readProblem(second));
  return second;
};

const initOf = (
  method: string,
  key: string,
  {
    body,
    bytes,
    headers,
    signal,
  }: Pick<Given<Operation>, 'bytes' | 'headers' | 'signal'> & { readonly body?: unknown },
): RequestInit => ({
  method: method.toUpperCase(),
  headers: {
    Accept: 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(method !== 'get' && { 'X-CSRF-Token': csrfToken ?? '', 'Idempotency-Key': key }),
    ...headers,
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
  ...(bytes !== undefined && { body: bytes }),
  ...(signal !== undefined && { signal }),
});

/** Returns a random key. `crypto.randomUUID` is missing where the page comes over plain HTTP from another machine. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const send = async (address: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(address, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, {});
  }
};

const readProblem = async (response: Response): Promise<Partial<ProblemBody>> => {
  try {
    return (await response.json()) as Partial<ProblemBody>;
  } catch {
    return {};
  }
};
