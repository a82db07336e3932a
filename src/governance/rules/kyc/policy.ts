import { formatRupees, showRupees } from '../../amounts.ts';
import { addMonths, formatDay, type Day } from '../../dates.ts';
import type { Reason } from '../reason.ts';
import type { Claim } from './claim.ts';
import { clausesOf } from './exclusions.ts';

/** A policy in the form that the rules use, with money in paise. */
export interface PolicyTerms {
  readonly status: string;
  readonly coverFrom: Day;
  readonly coverTo: Day;
  readonly since: Day;
  readonly sumInsured: bigint;
  readonly used: bigint;
  /** Limit per day; undefined means no limit. */
  readonly roomRentLimit: bigint | undefined;
}

/** Status of a hospital in the network list. `unlisted`: the list does not contain the name. */
export type Network = 'in' | 'out' | 'unlisted' | 'not_named';

/** Length of the initial waiting period in days, during which only accidents are covered (IRDAI standard exclusion Excl03). */
export const INITIAL_WAIT_DAYS = 30;

/** Length of the waiting period for specified diseases in months (IRDAI standard exclusion Excl02). */
export const SPECIFIED_DISEASE_MONTHS = 24;

/** The specified diseases in kyc-rules@2, identified by words in the diagnosis or treatment, or by ICD-10 category. */
const SPECIFIED_DISEASE = /\bcataracts?\b|^(?:h25|h26|h28)\b/;

/** Returns whether a claim names a cataract, which is the specified disease that the rules know. */
export const namesSpecifiedDisease = (claim: Pick<Claim, 'conditions'>): boolean =>
  clausesOf(claim).some((text) => SPECIFIED_DISEASE.test(text));

/** Rules ELIG-001, -005, -006, -007: policy, cover and network. */
export const eligibilityReasons = (
  claim: Claim,
  policy: PolicyTerms | undefined,
  network: Network,
): readonly Reason[] => {
  const reasons: Reason[] = [];
  if (policy === undefined) {
    const detail = claim.policy === '' ? 'no policy number was given' : 'no policy has this number';
    reasons.push({ code: 'ELIG-001', detail });
  } else {
    if (policy.status !== 'active')
      reasons.push({ code: 'ELIG-001', detail: `the policy is ${policy.status}` });
    if (claim.admission !== undefined && claim.admission > policy.coverTo)
      reasons.push({
        code: 'ELIG-005',
        detail: `admission after the cover ended on ${formatDay(policy.coverTo)}`,
      });
    if (claim.admission !== undefined && claim.admission < policy.coverFrom)
      reasons.push({
        code: 'ELIG-006',
        detail: `admission before the cover began on ${formatDay(policy.coverFrom)}`,
      });
  }
  const outside =
    network === 'out' || claim.network === false || (network === 'unlisted' && claim.network !== true);
  if (outside) reasons.push({ code: 'ELIG-007', detail: 'the hospital is not known to be in the network' });
  return reasons;
};

/** Rule AUTH-011: waiting periods, counted from the first day of continuous cover. */
export const waitingReasons = (claim: Claim, policy: PolicyTerms | undefined): readonly Reason[] => {
  if (policy === undefined || claim.admission === undefined || claim.accident) return [];
  const days = claim.admission - policy.since;
  const faults: string[] = [];
  if (days >= 0 && days < INITIAL_WAIT_DAYS)
    faults.push(
      `admission ${days} days after the start, within the first ${INITIAL_WAIT_DAYS}, and not after an accident`,
    );
  const waitedFor = addMonths(policy.since, SPECIFIED_DISEASE_MONTHS);
  if (namesSpecifiedDisease(claim) && claim.admission < waitedFor)
    faults.push(
      `a specified disease before ${formatDay(waitedFor)}, ${SPECIFIED_DISEASE_MONTHS} months from the start`,
    );
  return faults.length === 0 ? [] : [{ code: 'AUTH-011', detail: faults.join('; ') }];
};

/** Rule BENX-005: the remaining sum insured and the room rent limit. */
export const benefitReasons = (claim: Claim, policy: PolicyTerms | undefined): readonly Reason[] => {
  if (policy === undefined) return [];
  const faults: string[] = [];
  const left = policy.sumInsured - policy.used;
  if (claim.amount !== undefined && claim.amount > left)
    faults.push(`${showRupees(claim.amount)} claimed, ${formatRupees(left)} of the sum insured is left`);
  if (policy.roomRentLimit !== undefined && claim.roomRent === null)
    faults.push('the room rent cannot be read');
  if (policy.roomRentLimit !== undefined && (claim.roomRent ?? 0n) > policy.roomRentLimit)
    faults.push(`room rent above ${formatRupees(policy.roomRentLimit)} a day`);
  return faults.length === 0 ? [] : [{ code: 'BENX-005', detail: faults.join('; ') }];
};
