import { ProblemError } from '../http/problem.ts';
import type { Middleware } from './state.ts';

/** If a header is repeated, Node keeps the first one and drops the others, but a proxy in front may have acted on another one. */
const SINGLE = ['authorization', 'host', 'content-type'] as const;

/**
 * Refuses a request that a proxy in front could interpret differently (RFC 9112, section 3.2): one that repeats a header that may
 * appear only once, or an HTTP/1.1 request without Host.
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
