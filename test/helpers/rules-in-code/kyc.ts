/**
 * The rules for a claim as code, written independently of the rule set kyc-rules@2. Tests compare the two:
 * they must decide every case alike.
 */
import { formatRupees, showRupees } from '../../../src/governance/amounts.ts';
import { addMonths, formatDay, type Day } from '../../../src/governance/dates.ts';
import { duplicateReason, type Assessed } from '../../../src/governance/rules/kyc/assess.ts';
import { billFault } from '../../../src/governance/rules/kyc/bill.ts';
import type { Claim } from '../../../src/governance/rules/kyc/claim.ts';
import { exclusionsIn } from '../../../src/governance/rules/kyc/exclusions.ts';
import type { AadhaarState, Identity, PanState } from '../../../src/governance/rules/kyc/identity.ts';
import {
  namesSpecifiedDisease,
  type Network,
  type PolicyTerms,
} from '../../../src/governance/rules/kyc/policy.ts';
import {
  mergeReasons,
  unreadableReasons,
  type Reason,
  type RiskScore,
} from '../../../src/governance/rules/reason.ts';

export const KYC_RULES = 'kyc-rules@2';

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

const PAN_FAULTS: Readonly<Record<PanState, string>> = {
  valid: '',
  missing: 'no PAN was given',
  wrong_shape: 'the PAN is not five letters, four digits and a letter',
  wrong_holder_letter: 'the fourth letter of the PAN is not the code of a holder type',
  not_a_person: 'the fourth letter of the PAN is the code of a holder that is not a person',
};

const AADHAAR_FAULTS: Readonly<Record<AadhaarState, string>> = {
  valid: '',
  missing: 'no Aadhaar number was given',
  wrong_shape: 'the Aadhaar number is not twelve digits that begin with 2 to 9',
  failed_checksum: 'the Aadhaar number fails its Verhoeff check digit',
};

/** Rules KYC-PAN and KYC-AADHAAR. */
const identityReasons = ({ pan, aadhaar }: Identity): readonly Reason[] => [
  ...(pan === 'valid' ? [] : [{ code: 'KYC-PAN', detail: PAN_FAULTS[pan] }]),
  ...(aadhaar === 'valid' ? [] : [{ code: 'KYC-AADHAAR', detail: AADHAAR_FAULTS[aadhaar] }]),
];

/** Length of the initial waiting period in days, during which only accidents are covered (IRDAI standard exclusion Excl03). */
const INITIAL_WAIT_DAYS = 30;

/** Length of the waiting period for specified diseases in months (IRDAI standard exclusion Excl02). */
const SPECIFIED_DISEASE_MONTHS = 24;

/** Rules ELIG-001, -005, -006, -007: policy, cover and network. */
const eligibilityReasons = (
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
const waitingReasons = (claim: Claim, policy: PolicyTerms | undefined): readonly Reason[] => {
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
const benefitReasons = (claim: Claim, policy: PolicyTerms | undefined): readonly Reason[] => {
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

/** Rule EXCL-001. After an accident, cosmetic and plastic surgery (Excl08) are covered. */
const exclusionReasons = (claim: Claim): readonly Reason[] => {
  const found = exclusionsIn(claim).filter((each) => !(claim.accident && each.endsWith('(Excl08)')));
  return found.length === 0 ? [] : [{ code: 'EXCL-001', detail: `commonly excluded: ${found.join('; ')}` }];
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
