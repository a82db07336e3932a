import type { Socket } from 'node:net';
import type { EgressPolicy } from '../../governance/egress.ts';
import { notReached, type Refusal, refusalOf } from './answers.ts';
import type { EgressLimits } from './limits.ts';
import { type Network, NotReachedError, reach } from './network.ts';
import type { EgressAttempt, EgressVia, Reporter } from './report.ts';
import type { Target } from './target.ts';
import type { Traffic } from './traffic.ts';

/** What the handlers of one fence share. */
export interface Gatekeeper {
  readonly policy: EgressPolicy;
  readonly limits: EgressLimits;
  readonly network: Network;
  readonly reporter: Reporter;
  readonly traffic: Traffic;
}

/** Records a refused attempt and returns how to answer it. */
export const refuse = async ({ reporter }: Gatekeeper, attempt: EgressAttempt): Promise<Refusal> => {
  await reporter.refuse(attempt);
  return refusalOf(attempt.rule);
};

/** Connects to the target, or returns how to refuse the attempt. */
export const pass = async (
  keeper: Gatekeeper,
  target: Target,
  via: EgressVia,
): Promise<{ readonly upstream: Socket } | { readonly refusal: Refusal }> => {
  const { host, port } = target;
  if (!target.ok) return { refusal: await refuse(keeper, { host, port, rule: target.rule, via }) };
  if (keeper.traffic.spent) {
    return { refusal: await refuse(keeper, { host, port, rule: 'bytes', via: 'limit' }) };
  }
  if (keeper.traffic.busy) {
    return { refusal: await refuse(keeper, { host, port, rule: 'connections', via: 'limit' }) };
  }
  keeper.traffic.dials += 1;
  try {
    const upstream = await reach(keeper.network, { host, port: target.port, withinMs: keeper.limits.dialMs });
    keeper.traffic.hold(upstream);
    upstream.once('close', () => (keeper.traffic.dials -= 1));
    // The caller handles errors too, but one that comes before that must not end the process.
    upstream.on('error', () => upstream.destroy());
    upstream.setTimeout(keeper.limits.idleMs, () => upstream.destroy());
    return { upstream };
  } catch (error) {
    keeper.traffic.dials -= 1;
    if (!(error instanceof NotReachedError)) throw error;
    if (error.why !== 'private-address') return { refusal: notReached(error.why) };
    return { refusal: await refuse(keeper, { host, port, rule: error.why, via: 'dial' }) };
  }
};
