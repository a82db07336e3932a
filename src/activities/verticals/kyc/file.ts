import { formatRupees } from '../../../governance/amounts.ts';
import { formatDay } from '../../../governance/dates.ts';
import { textOf } from '../../../governance/members.ts';
import { recordable } from '../../../governance/recordable.ts';
import { readClaim } from '../../../governance/rules/kyc/claim.ts';
import { fileClaim, hasEarlierClaim, type ClaimKeys } from '../../../records/claims.ts';
import { queuePayout, withdrawPayout, type PayoutState } from '../../../records/payouts.ts';
import { lockPolicy } from '../../../records/policies.ts';
import { count, factsOf } from '../facts.ts';
import type { StepContext, StepFunction } from '../step.ts';
import { decisionFrom } from './decide.ts';
import { keysOf } from './query.ts';

/**
 * Largest amount that the records keep: just below a hundred crore rupees. One above it was escalated long before, and
 * may well be a phone or Aadhaar number that was typed into the wrong field.
 */
const MAX_PAISE = 99_999_999_999n;

/** Step 8. Files the claim under masked values; an approved one queues its payout. */
export const fileCase: StepFunction = async (context) => {
  const { db, teamId, runId, case: given } = context;
  const decision = decisionFrom(context);
  const claim = readClaim(given);
  const keys = await keysOf(context);
  const policy = policyNumber(context);
  if (policy !== null) await lockPolicy(db, teamId, policy);
  const amount =
    claim.amount !== undefined && claim.amount <= MAX_PAISE && claim.amount >= -MAX_PAISE
      ? claim.amount
      : null;
  const identity = factsOf(context, 3);
  const { submissions } = await fileClaim(db, teamId, runId, {
    ...keys,
    claimId: recordable(textOf(given, 'id') || runId, 64),
    policy,
    panMasked: identity['pan_masked'] as string | null,
    aadhaarMasked: identity['aadhaar_masked'] as string | null,
    diagnosis: claim.diagnosis === '' ? null : recordable(claim.diagnosis),
    admission: claim.admission === undefined ? null : formatDay(claim.admission),
    discharge: claim.discharge === undefined ? null : formatDay(claim.discharge),
    amount,
    decision: decision.decision as 'approve' | 'escalate',
    reasons: decision.reasons,
    riskScore: decision.risk?.score ?? 0,
  });
  const payout = await settle(context, decision.decision === 'approve', keys, policy, amount);
  return {
    summary: `Claim filed as ${decision.decision} (${count(submissions, 'submission')}); ${PAYOUT_WORDS[payout]}.`,
    detail: {
      decision: decision.decision,
      claim_id: recordable(textOf(given, 'id') || runId, 64),
      submissions,
      payout,
      amount: payout === 'queued' || payout === 'held' ? formatRupees(amount ?? 0n) : null,
    },
    decision,
  };
};

const PAYOUT_WORDS: Readonly<Record<PayoutState, string>> = {
  queued: 'payout queued',
  held: 'payout held for a person to release',
  withdrawn: 'the payout of an earlier submission withdrawn',
  none: 'no payout',
};

const policyNumber = (context: StepContext): string | null => {
  const policy = factsOf(context, 4)['policy'] as { readonly number?: string } | null;
  return policy?.number ?? null;
};

const settle = async (
  { db, teamId, runId }: StepContext,
  approved: boolean,
  keys: ClaimKeys,
  policy: string | null,
  amount: bigint | null,
): Promise<PayoutState> => {
  if (!approved || policy === null || amount === null || amount <= 0n)
    return withdrawPayout(db, teamId, runId, keys.claimKey);
  // Another run may have filed the same event between step 4 and now; the policy is locked, so this look is final.
  const overtaken = await hasEarlierClaim(db, teamId, keys);
  return queuePayout(db, teamId, runId, {
    claimKey: keys.claimKey,
    policy,
    amount,
    holdReason: overtaken ? 'another claim for the same event was filed meanwhile' : undefined,
  });
};
