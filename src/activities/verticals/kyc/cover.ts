import type { PinnedRuleSet } from '../../../contract/rule-set-version.ts';
import { yearlyLimits } from '../../../governance/adjudication/cover-in-force.ts';
import { dayInIndia, formatDay } from '../../../governance/dates.ts';
import { type Claim, claimedAmount } from '../../../governance/rules/kyc/claim.ts';
import { namesDisease } from '../../../governance/rule-sets/claim-inputs.ts';
import type { ClaimKeys } from '../../../store/records/claims.ts';
import { findMember } from '../../../store/records/members.ts';
import type { Policy, PolicyProduct } from '../../../store/records/policies.ts';
import { readPolicyUse } from '../../../store/records/policy-use.ts';
import { findSimilarClaims } from '../../../store/records/similar-claims.ts';
import { unfitDiagnoses } from '../../../governance/rules/kyc/icd.ts';
import type { StepContext } from '../common/step.ts';
import type { CoverFound } from './cover-facts.ts';
import { patientOf } from './patient.ts';
import { chooseProductRules, productRules } from './rule-set.ts';

/** A policy that has a product with terms. */
export type PolicyWithProduct = Policy & { readonly product: PolicyProduct };

export const hasProduct = (policy: Policy | undefined): policy is PolicyWithProduct =>
  policy?.product !== undefined;

/** Chooses the version of the product's rule set that applies to a claim; null if none was in force. */
export const chooseRuleSet = async (
  context: Pick<StepContext, 'db' | 'teamId' | 'now'>,
  claim: Claim,
  policy: PolicyWithProduct,
): Promise<PinnedRuleSet | null> =>
  chooseProductRules(context, policy.product.ruleSet, {
    admission: claim.admission,
    policy_start: policy.since,
    run_day: dayInIndia(context.now),
  });

/** Reads a policy's cover for a claim's patient, and how much of it has been used. */
export const readCover = async (
  context: Pick<StepContext, 'db' | 'teamId' | 'case'>,
  { claim, keys }: { readonly claim: Claim; readonly keys: ClaimKeys },
  policy: PolicyWithProduct,
  ruleSet: PinnedRuleSet | null,
): Promise<CoverFound> => {
  const { db, teamId, case: given } = context;
  const { product } = policy;
  const terms = (await productRules(context, ruleSet))?.set.terms;
  const found = await findMember(db, teamId, policy.number, keys);
  const similar = await findSimilarClaims(db, teamId, keys, claimedAmount(given, claim));
  const member = found.kind === 'member' ? found.member : undefined;
  const { used, counters } = await readPolicyUse(db, teamId, policy, {
    year: policy.coverFrom,
    claimKey: keys.claimKey,
    limits: terms === undefined ? [] : yearlyLimits(terms),
  });
  return {
    product: product.code,
    kind: product.kind,
    ruleSet,
    year: formatDay(policy.coverFrom),
    bonus: product.bonus,
    used,
    slabs: product.slabs,
    members: found.kind,
    member: member?.number ?? '',
    joined: member?.joined,
    hadBefore: member !== undefined && namesDisease(claim, member.preExisting),
    similar,
    unfit: unfitDiagnoses(keys.icd, patientOf(given, claim.admission, member?.birth)),
    counters: counters.filter((counter) => counter.member === '' || counter.member === member?.number),
  };
};
