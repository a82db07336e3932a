import { timingSafeEqual } from 'node:crypto';
import { metrics } from '../../../contract/operations/service.ts';
import { hashKey } from '../../../store/keys/format.ts';
import { bearerToken, unauthenticated } from '../../auth/authenticate.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

/** Compares hashes, so that the time taken does not reveal the token's length or content. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(hashKey(a), hashKey(b));

export const metricsRoute = route(
  metrics,
  async ({ header, address }, { settings, unknownKeys, metrics: { registry } }) => {
    const { metricsToken } = settings;
    // Binding to loopback would not protect the metrics: a TLS proxy on the same machine publishes every path of this port.
    if (metricsToken === undefined) throw new ProblemError('not-found');
    const token = bearerToken(header('Authorization'));
    if (token === undefined) throw unauthenticated();
    if (!isSame(token, metricsToken)) {
      unknownKeys.begin(address).failed();
      throw unauthenticated();
    }
    return { status: 200, body: await registry.metrics(), type: registry.contentType };
  },
);
