import type { RunAdjudication } from '../../../contract/adjudication.ts';
import { formatRupees, isShown } from '../../../governance/amounts.ts';
import { recordable } from '../../../governance/recordable.ts';
import { duplicateReason } from '../../../governance/rules/kyc/assess.ts';
import {
  type Claim,
  claimedAmount,
  claimNumber,
  readClaim,
  writtenDiagnosis,
} from '../../../governance/rules/kyc/claim.ts';
import { passedRules } from '../../../governance/rules/kyc/passed.ts';
import type { Reason } from '../../../governance/rules/reason.ts';
import { fileClaim, findEarlierClaim, lockPatient, type ClaimKeys } from '../../../store/records/claims.ts';
import { queuePayout, withdrawPayout, type PayoutState } from '../../../store/records/payouts.ts';
import { lockPolicy, lockPolicyNumber, type Policy } from '../../../store/records/policies.ts';
import { count, factsOf, isFromConnector, reasonsToFacts } from '../common/facts.ts';
import type { StepContext, StepFunction, StepResult } from '../common/step.ts';
import { adjudicateClaim, type AdjudicatedClaim } from './adjudicate-claim.ts';
import { adjudicationFacts } from './adjudication-facts.ts';
import { coverFrom } from './cover-facts.ts';
import { hasProduct, readCover } from './cover.ts';
import { decisionFrom } from './decide.ts';
import { keysOf, termsFrom } from './query.ts';
import { productRules } from './rule-set.ts';

/**
 * Step 8. Files the claim under masked values and, if it is approved, queues its payout. Another run may have filed the same
 * event or stay since step 4, in which case the later claim goes to a person. This check is final, because the policy and the
 * patient are locked.
 */
export const fileCase: StepFunction = async (context) => {
  const { db, teamId, runId, case: given, known } = context;
  const claim = readClaim(given);
  const keys = await keysOf(context);
  const policy = policyNumber(context);
  const locked = policy === null ? undefined : await lockFound(context, policy);
  await lockPatient(db, keys);
  const { decision, overtaken, adjudicated } = await finalDecision(context, { claim, keys }, locked);
  const approved = decision.decision === 'approve';
  const claimed = adjudicated === undefined ? claim.amount : claimedAmount(given, claim);
  const amount = approved || isShown(claimed) ? (claimed ?? null) : null;
  const toPay = adjudicated === undefined ? amount : (adjudicated.amount?.approved ?? null);
  const identity = factsOf(context, 3);
  const claimId = recordable(claimNumber(given) || runId, 64, known);
  const { submissions } = await fileClaim(db, teamId, runId, {
    ...keys,
    claimId,
    policy,
    panMasked: identity['pan_masked'] as string | null,
    aadhaarMasked: identity['aadhaar_masked'] as string | null,
    diagnosis: recordable(writtenDiagnosis(given), 120, known) || null,
    amount,
    decision: decision.decision as 'approve' | 'escalate',
    reasons: decision.reasons,
    riskScore: decision.risk?.score ?? 0,
    adjudication: adjudicated && {
      outcome: adjudicated.shown.outcome ?? 'refer',
      approved: adjudicated.amount?.approved,
      moves: adjudicated.moves,
    },
  });
  const payout =
    approved && locked !== undefined && toPay !== null
      ? await queuePayout(db, teamId, runId, {
          claimKey: keys.claimKey.bytes,
          policy: locked,
          isElsewhere: isFromConnector(factsOf(context, 4), 'policies'),
          amount: toPay,
          holdReason: undefined,
          moves: adjudicated?.moves ?? [],
        })
      : await withdrawPayout(db, teamId, runId, keys.claimKey.bytes);
  const shown = shownOf(decision.decision, adjudicated);
  return {
    summary:
      `Claim filed as ${decision.decision}${overtaken === undefined ? '' : ` because ${overtaken}`} ` +
      `(${count(submissions, 'submission')}); ${PAYOUT_WORDS[payout]}.`,
    detail: {
      decision: decision.decision,
      claim_id: claimId,
      submissions,
      payout,
      amount: payout === 'queued' || payout === 'held' ? formatRupees(toPay ?? 0n) : null,
      ...(overtaken !== undefined && { reasons: reasonsToFacts(decision.reasons) }),
      ...(adjudicated !== undefined && shown !== undefined && { adjudication: adjudicationFacts(shown) }),
    },
    decision: { ...decision, adjudication: shown },
  };
};

/** What the run shows: the adjudication, and for an approval also the rules that the claim passed. */
const shownOf = (
  decision: string,
  adjudicated: AdjudicatedClaim | undefined,
): RunAdjudication | undefined => {
  if (decision !== 'approve') return adjudicated?.shown;
  const shown = adjudicated?.shown ?? NOT_ADJUDICATED;
  return { ...shown, passed: [...passedRules(adjudicated !== undefined), ...shown.passed] };
};

const NOT_ADJUDICATED: RunAdjudication = {
  rule_set: null,
  outcome: null,
  amount: null,
  adjustments: [],
  passed: [],
};

/** Locks the policy that step 4 found, wherever it is kept. */
const lockFound = async (context: StepContext, number: string): Promise<Policy | undefined> => {
  const { db, teamId } = context;
  const found = factsOf(context, 4);
  if (!isFromConnector(found, 'policies')) return lockPolicy(db, teamId, number);
  await lockPolicyNumber(db, teamId, number);
  const terms = termsFrom(found);
  return terms && { ...terms, number, status: terms.status as Policy['status'] };
};

interface Final {
  readonly decision: NonNullable<StepResult['decision']>;
  /** What has happened since step 7 decided. */
  readonly overtaken: string | undefined;
  readonly adjudicated: AdjudicatedClaim | undefined;
}

/**
 * Returns step 7's decision, or an escalation if another claim was filed in the meantime. The bill is adjudicated again, because
 * other claims may have used what was left; nothing can be used any more until the transaction ends.
 */
const finalDecision = async (
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

/** Whatever else refers a claim, its amount is only proposed. */
const referred = (adjudicated: AdjudicatedClaim): AdjudicatedClaim => ({
  ...adjudicated,
  shown: { ...adjudicated.shown, outcome: 'refer' },
});

/** Adjudicates under the version that step 4 has chosen, with what is left now. Undefined if step 5 has not adjudicated. */
const adjudicateAgain = async (
  context: StepContext,
  of: { readonly claim: Claim; readonly keys: ClaimKeys },
  policy: Policy | undefined,
): Promise<AdjudicatedClaim | undefined> => {
  const cover = coverFrom(factsOf(context, 4));
  if (cover === undefined) return undefined;
  // An import may have taken the product from the policy.
  const now = hasProduct(policy)
    ? await readCover(context, of, policy, cover.ruleSet)
    : { ...cover, ruleSet: null };
  return adjudicateClaim(context, of.claim, now, await productRules(context, now.ruleSet));
};

const PAYOUT_WORDS: Readonly<Record<PayoutState, string>> = {
  queued: 'payout queued',
  held: 'payout held for a person to release',
  withdrawn: 'payout of an earlier submission withdrawn',
  paid: 'the claim was paid before, and is not paid again',
  none: 'no payout',
};

const policyNumber = (context: StepContext): string | null => {
  const policy = factsOf(context, 4)['policy'] as { readonly number?: string } | null;
  return policy?.number ?? null;
};
