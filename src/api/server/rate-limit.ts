import type { Caller } from '../../store/keys/authenticate.ts';
import type { Context } from '../middleware/state.ts';
import { ProblemError } from '../http/problem.ts';
import type { TokenBuckets } from '../limits/token-bucket.ts';

/**
 * Takes a token from the key's bucket and reports the rest in the RateLimit fields (draft-ietf-httpapi-ratelimit-headers).
 * @throws ProblemError 429 if the bucket is empty
 */
export const limitRate = (ctx: Context, buckets: TokenBuckets, caller: Caller): void => {
  const verdict = buckets.take(caller.id);
  ctx.set('RateLimit-Policy', `"key";q=${buckets.perMinute};w=60`);
  ctx.set('RateLimit', `"key";r=${verdict.remaining};t=${verdict.resetSeconds}`);
  if (!verdict.allowed) {
    throw new ProblemError('rate-limited', { headers: { 'Retry-After': String(verdict.retrySeconds) } });
  }
};
