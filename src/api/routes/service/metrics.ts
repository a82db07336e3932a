import { timingSafeEqual } from 'node:crypto';
import { metrics } from '../../../contract/operations/service.ts';
import { hashKey } from '../../../keys/format.ts';
import { bearerToken, unauthenticated } from '../../authenticate.ts';
import { Problem } from '../../problem.ts';
import { route } from '../../route.ts';

/** Compares hashes, so that neither length nor content of the token shows in the time it takes. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(hashKey(a), hashKey(b));

export const metricsRoute = route(metrics, async ({ header }, { settings, metrics: { registry } }) => {
  const { metricsToken, onLoopback } = settings;
  if (metricsToken === undefined && !onLoopback) throw new Problem('not-found');
  if (metricsToken !== undefined && !isSame(bearerToken(header('Authorization')) ?? '', metricsToken)) {
    throw unauthenticated();
  }
  return { status: 200, body: await registry.metrics(), type: registry.contentType };
});
