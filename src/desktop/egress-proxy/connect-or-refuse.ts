import type { Socket } from 'node:net';
import type { EgressPolicy } from '../../governance/egress.ts';
import { notReached, type Refusal, refusalOf } from './answers.ts';
import type { EgressLimits } from './limits.ts';
import { type Network, NotReachedError, reach } from './network.ts';
import type { EgressAttempt, EgressVia, Reporter } from './report.ts';
import type { Target } from './request-target.ts';
import type { Traffic } from './traffic.ts';

/** Objects shared by one fence's handlers. */
export interface FenceContext {
  readonly policy: EgressPolicy;
  readonly limits: EgressLimits;
  readonly network: Network;
  readonly reporter: Reporter;
  readonly traffic: Traffic;
}

/** Records a refused attempt and returns the response to it. */
export const refuse = async ({ reporter }: FenceContext, attempt: EgressAttempt): Promise<Refusal> => {
  await reporter.refuse(attempt);
  return refusalOf(attempt.rule);
};

/** Connects to the target, or returns the response that refuses the attempt. */
export const connectOrRefuse = async (
  fence: FenceContext,
  target: Target,
  via: EgressVia,
): Promise<{ readonly upstream: Socket } | { readonly refusal: Refusal }> => {
  const { host, port } = target;
  if (!target.ok) return { refusal: await refuse(fence, { host, port, rule: target.rule, via }) };
  if (fence.traffic.spent) {
    return { refusal: await refuse(fence, { host, port, rule: 'bytes', via: 'limit' }) };
  }
  if (fence.traffic.busy) {
    return { refusal: await refuse(fence, { host, port, rule: 'connections', via: 'limit' }) };
  }
  fence.traffic.dials += 1;
  try {
    const upstream = await reach(fence.network, { host, port: target.port, withinMs: fence.limits.dialMs });
    fence.traffic.hold(upstream);
    upstream.once('close', () => (fence.traffic.dials -= 1));
    // The caller adds its own error handler later; an error before that must not end the process.
    upstream.on('error', () => upstream.destroy());
    upstream.setTimeout(fence.limits.idleMs, () => upstream.destroy());
    return { upstream };
  } catch (error) {
    fence.traffic.dials -= 1;
    if (!(error instanceof NotReachedError)) throw error;
    if (error.why !== 'private-address') return { refusal: notReached(error.why) };
    return { refusal: await refuse(fence, { host, port, rule: error.why, via: 'dial' }) };
  }
};
