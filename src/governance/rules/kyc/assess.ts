import type { Day } from '../../dates.ts';
import { mergeReasons, unreadableReasons, type Reason, type RiskScore } from '../reason.ts';
import { billFault } from './bill.ts';
import type { Claim } from './claim.ts';
import { exclusionReasons } from './exclusions.ts';
import { identityReasons, type Identity } from './identity.ts';
import {
  benefitReasons,
  eligibilityReasons,
  waitingReasons,
  type Network,
  type PolicyTerms,
} from './policy.ts';

export const KYC_RULES = 'kyc-rules@2';

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
   * Findings of the adjudication of the bill, if the policy has a product with terms. They take the place of the rules about
   * waiting periods and benefits, which only know the policy.
   */
  readonly adjudication?: readonly Reason[] | undefined;
}

/** Returns all findings under kyc-rules@2 in the order of docs/rules.md, at most one per code, and the risk points. */
export const assessClaim = (
  given: Assessed,
): { readonly reasons: readonly Reason[]; readonly risk: RiskScore } => {
  const { claim, policy } = given;
  const own = [
    ...unreadableReasons('CASE-UNREADABLE', claim.unreadable),
    ...identityReasons(given.identity),
    ...eligibilityReasons(claim, policy, given.network),
    ...(given.adjudication === undefined
      ? [...waitingReasons(claim, policy), ...benefitReasons(claim, policy)]
      : []),
    ...priceReasons(claim),
    ...exclusionReasons(claim),
    ...dateReasons(claim, policy, given.today),
    ...(given.duplicate === undefined ? [] : [duplicateReason(given.duplicate)]),
  ];
  const reasons = given.adjudication === undefined ? own : mergeReasons(own, given.adjudication);
  return { reasons, risk: riskOf(given, reasons) };
};

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

/** Rule PRCE-001. */
const priceReasons = ({ amount, items }: Claim): readonly Reason[] => {
  const fault =
    amount === undefined
      ? 'the amount is missing or cannot be read'
      : amount <= 0n
        ? 'the amount is not above zero'
        : billFault(items, amount);
  return fault === undefined ? [] : [{ code: 'PRCE-001', detail: fault }];
};

/**
 * Rule CODE-012: the dates contradict each other. Without a policy, there is no period of cover to compare the admission with.
 */
const dateReasons = (claim: Claim, policy: PolicyTerms | undefined, today: Day): readonly Reason[] => {
  const faults: string[] = [];
  if (claim.admission === undefined && policy !== undefined)
    faults.push('the date of admission is missing or cannot be read, so cover cannot be confirmed');
  if (claim.dischargeGiven && claim.discharge === undefined)
    faults.push('the date of discharge cannot be read');
  if (claim.admission !== undefined && claim.discharge !== undefined && claim.discharge < claim.admission)
    faults.push('discharge before admission');
  if (claim.admission !== undefined && claim.admission > today)
    faults.push('admission after the day of the claim');
  if (claim.discharge !== undefined && claim.discharge > today)
    faults.push('discharge after the day of the claim');
  return faults.length === 0 ? [] : [{ code: 'CODE-012', detail: faults.join('; ') }];
};

const LAKH = 100_000_00n;

const riskOf = ({ claim, policy, today }: Assessed, reasons: readonly Reason[]): RiskScore => {
  const has = (family: string) => reasons.some(({ code }) => code.startsWith(family));
  const features = {
    amount_ratio: policy === undefined ? 0 : ratioPoints(claim.amount ?? 0n, policy.sumInsured),
    new_policy: policy !== undefined && today - policy.since < 180 ? 15 : 0,
    round_amount: isRound(claim.amount ?? 0n) ? 5 : 0,
    identity_fail: has('KYC-') ? 30 : 0,
    duplicate: has('DUPL-') ? 40 : 0,
    price_mismatch: has('PRCE-') ? 15 : 0,
  };
  const score = Object.values(features).reduce((sum, points) => sum + points, 0);
  return { score, band: score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low', rules: KYC_RULES, features };
};

/** Scores 30 points for an amount of at least the whole sum insured, and proportionally fewer for less, rounded half up. */
const ratioPoints = (amount: bigint, sumInsured: bigint): number => {
  if (amount <= 0n) return 0;
  const points = Number((amount * 60n + sumInsured) / (sumInsured * 2n));
  return Math.min(points, 30);
};

const isRound = (amount: bigint): boolean => amount >= LAKH / 2n && amount % (LAKH / 10n) === 0n;
