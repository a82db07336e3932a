import type { PinnedRuleSet } from '../../../contract/rule-set-version.ts';
import type { CoverOnFile } from '../../../governance/adjudication/cover-in-force.ts';
import { yearlyLimits } from '../../../governance/adjudication/cover-in-force.ts';
import { formatRupees, parseRupees } from '../../../governance/amounts.ts';
import { dayInIndia, formatDay, parseDay } from '../../../governance/dates.ts';
import { type Claim, claimedAmount } from '../../../governance/rules/kyc/claim.ts';
import { namesDisease } from '../../../governance/rule-sets/claim-inputs.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import type { ClaimKeys } from '../../../store/records/claims.ts';
import { findMember, type MembersFound } from '../../../store/records/members.ts';
import type { Policy, PolicyProduct } from '../../../store/records/policies.ts';
import { readPolicyUse } from '../../../store/records/policy-use.ts';
import { findSimilarClaims, type SimilarClaims } from '../../../store/records/similar-claims.ts';
import type { StepContext } from '../common/step.ts';
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

/**
 * Reads what a policy covers for a claim's patient, as the facts from which the claim is adjudicated. They name no disease: only
 * whether the member had the claim's disease before.
 */
export const readCover = async (
  context: Pick<StepContext, 'db' | 'teamId' | 'case'>,
  { claim, keys }: { readonly claim: Claim; readonly keys: ClaimKeys },
  policy: PolicyWithProduct,
  ruleSet: PinnedRuleSet | null,
): Promise<JsonObject> => {
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
    rule_set: ruleSet === null ? null : { ...ruleSet },
    year: formatDay(policy.coverFrom),
    bonus: formatRupees(product.bonus),
    used: formatRupees(used),
    slabs: product.slabs.map(({ since, sumInsured }) => ({
      since: formatDay(since),
      sum_insured: formatRupees(sumInsured),
    })),
    members: found.kind,
    member: member?.number ?? '',
    joined: member === undefined ? null : formatDay(member.joined),
    had_before: member !== undefined && namesDisease(claim, member.preExisting),
    similar: { ...similar },
    counters: counters
      .filter((counter) => counter.member === '' || counter.member === member?.number)
      .map((counter) => ({ ...counter, used: formatRupees(counter.used) })),
  };
};

/** What {@link readCover} found, in the form in which the claim is adjudicated. */
export interface CoverFacts extends CoverOnFile {
  readonly ruleSet: PinnedRuleSet | null;
  readonly year: string;
  readonly members: MembersFound['kind'];
  readonly hadBefore: boolean;
  readonly similar: SimilarClaims;
}

/** Reads the facts back; undefined if the policy has no product. */
export const coverFrom = (facts: JsonObject): CoverFacts | undefined => {
  const cover = facts['cover'] as JsonObject | undefined;
  if (cover === undefined) return undefined;
  const list = (name: string) => cover[name] as readonly Readonly<Record<string, string>>[];
  return {
    ruleSet: cover['rule_set'] as unknown as PinnedRuleSet | null,
    year: cover['year'] as string,
    bonus: whole(parseRupees(cover['bonus'])),
    used: whole(parseRupees(cover['used'])),
    slabs: list('slabs').map((slab) => ({
      since: whole(parseDay(slab['since'])),
      sumInsured: whole(parseRupees(slab['sum_insured'])),
    })),
    members: cover['members'] as MembersFound['kind'],
    member: cover['member'] as string,
    joined: parseDay(cover['joined']),
    hadBefore: cover['had_before'] === true,
    similar: cover['similar'] as unknown as SimilarClaims,
    counters: list('counters').map(({ benefit = '', member = '', used }) => ({
      benefit,
      member,
      used: whole(parseRupees(used)),
    })),
  };
};

const whole = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the facts of the cover are incomplete');
  return value;
};
