export { createEgressFence, type EgressFence, type EgressFenceOptions } from './fence.ts';
export { type EgressLimits, egressLimitsOf } from './limits.ts';
export { type Network, NotReachedError, systemNetwork } from './network.ts';
export type { EgressBlock, EgressCounts } from './report.ts';
