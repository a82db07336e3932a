/** The decision with which a claim is filed: step 7's, unless something else has happened in the meantime. */
import { duplicateReason } from '../../../governance/rules/kyc/assess.ts';
import type { Claim } from '../../../governance/rules/kyc/claim.ts';
import type { Reason } from '../../../governance/rules/reason.ts';
import { type ClaimKeys, findEarlierClaim } from '../../../store/records/claims.ts';
import { type Policy, lockPolicy, lockPolicyNumber } from '../../../store/records/policies.ts';
import { factsOf, isFromConnector } from '../common/facts.ts';
import type { StepContext, StepResult } from '../common/step.ts';
import { type AdjudicatedClaim, adjudicateClaim } from './adjudicate-claim.ts';
import { coverFrom } from './cover-facts.ts';
import { hasProduct, readCover } from './cover.ts';
import { decisionFrom } from './decide.ts';
import { termsFrom } from './query.ts';
import { productFrom } from './served-policy.ts';
import { productRules } from './rule-set.ts';

/** Locks the policy that step 4 found, in whichever table or system it is. */
export const lockFound = async (context: StepContext, number: string): Promise<Policy | undefined> => {
  const { db, teamId } = context;
  const found = factsOf(context, 4);
  if (!isFromConnector(found, 'policies')) return lockPolicy(db, teamId, number);
  await lockPolicyNumber(db, teamId, number);
  const terms = termsFrom(found);
  const product = productFrom(found);
  return (
    terms && {
      ...terms,
      number,
      status: terms.status as Policy['status'],
      ...(product !== undefined && { product }),
    }
  );
};

interface Final {
  readonly decision: NonNullable<StepResult['decision']>;
  /** What has happened since step 7 decided. */
  readonly overtaken: string | undefined;
  readonly adjudicated: AdjudicatedClaim | undefined;
}

/**
 * Returns step 7's decision, or an escalation if another claim was filed in the meantime. The bill is
 * adjudicated again, because other claims may have used up a limit; until the transaction ends, no other
 * claim can use any.
 */
export const finalDecision = async (
  context: StepContext,
  of: { readonly claim: Claim; readonly keys: ClaimKeys },
  policy: Policy | undefined,
): Promise<Final> => {
  const decision = decisionFrom(context);
  const again = await adjudicateAgain(context, of, policy);
  const escalated = (reasons: readonly Reason[], overtaken: string): Final => ({
    decision: { ...decision, decision: 'escalate', reasons },
    overtaken,
    adjudicated: again && referred(again),
  });
  if (decision.decision !== 'approve')
    return { decision, overtaken: undefined, adjudicated: again && referred(again) };
  const earlier = await findEarlierClaim(context.db, context.teamId, of.keys);
  if (earlier !== undefined)
    return escalated([duplicateReason(earlier)], 'another claim was filed in the meantime');
  if (again !== undefined && again.findings.length > 0)
    return escalated(again.findings, 'the records have changed in the meantime');
  return { decision, overtaken: undefined, adjudicated: again };
};

/** If anything else hands the claim to a person, its amount is only a proposal. */
const referred = (adjudicated: AdjudicatedClaim): AdjudicatedClaim => ({
  ...adjudicated,
  shown: { ...adjudicated.shown, outcome: 'refer' },
});

/**
 * Adjudicates under the version that step 4 chose, with the limits' present balances. Undefined if step 5 has
 * not adjudicated.
 */
const adjudicateAgain = async (
  context: StepContext,
  of: { readonly claim: Claim; readonly keys: ClaimKeys },
  policy: Policy | undefined,
): Promise<AdjudicatedClaim | undefined> => {
  const cover = coverFrom(factsOf(context, 4));
  if (cover === undefined) return undefined;
  // An import may have removed the product from the policy.
  const now = hasProduct(policy)
    ? await readCover(context, of, policy, cover.ruleSet)
    : { ...cover, ruleSet: null };
  return adjudicateClaim(context, of.claim, now, await productRules(context, now.ruleSet));
};
