import type { Day } from '../../dates.ts';
import type { Reason, RiskScore } from '../reason.ts';
import type { Claim } from './claim.ts';
import type { Identity } from './identity.ts';
import type { Network, PolicyTerms } from './policy.ts';

/** Everything that the rules consider. `today` is the day in India on which the run was requested. */
export interface Assessed {
  readonly claim: Claim;
  readonly identity: Identity;
  readonly policy: PolicyTerms | undefined;
  readonly network: Network;
  /** Whether an earlier claim was filed for the same event, or for an overlapping stay by the same patient. */
  readonly duplicate: 'event' | 'stay' | undefined;
  readonly today: Day;
  /**
   * Findings of the adjudication of the bill, if the policy has a product with terms. They replace the rules
   * about waiting periods and benefits, which know only the policy.
   */
  readonly adjudication?: readonly Reason[] | undefined;
}

const DUPLICATES = {
  event: 'another claim has the same patient, policy, diagnosis, admission and amount',
  stay: 'another claim has an overlapping stay of the same patient',
} as const;

/** Rule DUPL-001. */
export const duplicateReason = (duplicate: 'event' | 'stay'): Reason => ({
  code: 'DUPL-001',
  detail: DUPLICATES[duplicate],
});

/**
 * Approves or escalates a claim, but never rejects it: a person reviews every finding. A high risk band alone is enough to
 * escalate.
 */
export const decideClaim = (
  reasons: readonly Reason[],
  band: RiskScore['band'],
): { readonly decision: 'approve' | 'escalate'; readonly reasons: readonly Reason[] } => {
  if (reasons.length > 0) return { decision: 'escalate', reasons };
  if (band !== 'high') return { decision: 'approve', reasons };
  return {
    decision: 'escalate',
    reasons: [{ code: 'RISK-HIGH', detail: 'the risk score is in the high band' }],
  };
};
