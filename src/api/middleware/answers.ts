import { Readable } from 'node:stream';
import type { Middleware } from './state.ts';

/** A response as it is sent; `body` is undefined for a stream. */
export interface SentAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export type OnAnswer = (answer: SentAnswer) => void;

/**
 * Passes every response to `onAnswer`. Tests use this to check all responses against the contract, including those that no test
 * asserts on.
 */
export const showAnswers =
  (onAnswer: OnAnswer): Middleware =>
  async (ctx, next) => {
    await next();
    const headers = new Headers(
      Object.entries(ctx.response.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    );
    const { method, path, status } = ctx;
    onAnswer({ method, path, status, headers, body: bodyOf(ctx.body, headers.get('content-type') ?? '') });
  };

/** Returns the body as a client reads it. An object goes through JSON, which drops undefined members. */
const bodyOf = (body: unknown, type: string): unknown => {
  if (body instanceof Readable) return undefined;
  if (typeof body === 'string') return /json/.test(type) ? (JSON.parse(body) as unknown) : body;
  return Buffer.isBuffer(body) || body === undefined ? body : (JSON.parse(JSON.stringify(body)) as unknown);
};
