import { formatRupees, isShown } from '../../../governance/amounts.ts';
import { recordable } from '../../../governance/recordable.ts';
import { duplicateReason } from '../../../governance/rules/kyc/assess.ts';
import { claimNumber, readClaim, writtenDiagnosis } from '../../../governance/rules/kyc/claim.ts';
import { fileClaim, findEarlierClaim, lockPatient, type ClaimKeys } from '../../../store/records/claims.ts';
import { queuePayout, withdrawPayout, type PayoutState } from '../../../store/records/payouts.ts';
import { lockPolicy, lockPolicyNumber, type Policy } from '../../../store/records/policies.ts';
import { count, factsOf, isFromConnector, reasonsToFacts } from '../common/facts.ts';
import type { StepContext, StepFunction } from '../common/step.ts';
import { decisionFrom } from './decide.ts';
import { keysOf, termsFrom } from './query.ts';

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
  const { decision, overtaken } = await finalDecision(context, keys);
  const approved = decision.decision === 'approve';
  const amount = approved || isShown(claim.amount) ? (claim.amount ?? null) : null;
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
  });
  const payout =
    approved && locked !== undefined && amount !== null
      ? await queuePayout(db, teamId, runId, {
          claimKey: keys.claimKey.bytes,
          policy: locked,
          isElsewhere: isFromConnector(factsOf(context, 4), 'policies'),
          amount,
          holdReason: undefined,
        })
      : await withdrawPayout(db, teamId, runId, keys.claimKey.bytes);
  return {
    summary:
      `Claim filed as ${decision.decision}${overtaken ? ' because another claim was filed in the meantime' : ''} ` +
      `(${count(submissions, 'submission')}); ${PAYOUT_WORDS[payout]}.`,
    detail: {
      decision: decision.decision,
      claim_id: claimId,
      submissions,
      payout,
      amount: payout === 'queued' || payout === 'held' ? formatRupees(amount ?? 0n) : null,
      ...(overtaken && { reasons: reasonsToFacts(decision.reasons) }),
    },
    decision,
  };
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

/** Returns step 7's decision, or an escalation if another claim was filed in the meantime. */
const finalDecision = async (context: StepContext, keys: ClaimKeys) => {
  const decision = decisionFrom(context);
  const earlier =
    decision.decision === 'approve' ? await findEarlierClaim(context.db, context.teamId, keys) : undefined;
  if (earlier === undefined) return { decision, overtaken: false };
  const reasons = [duplicateReason(earlier)];
  return { decision: { ...decision, decision: 'escalate', reasons }, overtaken: true };
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
