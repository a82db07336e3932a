import { ProblemError } from '../http/problem.ts';
import type { Middleware } from './state.ts';

/** Node keeps the first of repeated headers and drops the others; a proxy in front may have acted on another one. */
const SINGLE = ['authorization', 'host', 'content-type'] as const;

/**
 * Refuses a request that a proxy in front could understand differently (RFC 9112, section 3.2): a repeated header that may appear
 * only once, or HTTP/1.1 without Host.
 * @throws ProblemError 400
 */
export const singleHeaders: Middleware = async (ctx, next) => {
  const { headersDistinct, httpVersion } = ctx.req;
  for (const name of SINGLE) {
    if ((headersDistinct[name]?.length ?? 0) > 1) {
      throw new ProblemError('malformed-request', { detail: `Send the header ${name} once.` });
    }
  }
  if (httpVersion === '1.1' && headersDistinct['host'] === undefined) {
    throw new ProblemError('malformed-request', { detail: 'Send a Host header.' });
  }
  await next();
};
