import { formatRupees, isShown } from '../../../governance/amounts.ts';
import { formatDay } from '../../../governance/dates.ts';
import { textOf } from '../../../governance/members.ts';
import { recordable } from '../../../governance/recordable.ts';
import { readClaim } from '../../../governance/rules/kyc/claim.ts';
import { fileClaim, hasEarlierClaim, type ClaimKeys } from '../../../records/claims.ts';
import { queuePayout, withdrawPayout, type PayoutState } from '../../../records/payouts.ts';
import { lockPolicy, type Policy } from '../../../records/policies.ts';
import { count, factsOf } from '../facts.ts';
import type { StepContext, StepFunction } from '../step.ts';
import { decisionFrom } from './decide.ts';
import { keysOf } from './query.ts';

/** Step 8. Files the claim under masked values; an approved one queues its payout. */
export const fileCase: StepFunction = async (context) => {
  const { db, teamId, runId, case: given } = context;
  const decision = decisionFrom(context);
  const claim = readClaim(given);
  const keys = await keysOf(context);
  const policy = policyNumber(context);
  const locked = policy === null ? undefined : await lockPolicy(db, teamId, policy);
  const approved = decision.decision === 'approve';
  const amount = approved || isShown(claim.amount) ? (claim.amount ?? null) : null;
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
  const payout =
    approved && locked !== undefined && amount !== null
      ? await settle(context, keys, locked, amount)
      : await withdrawPayout(db, teamId, runId, keys.claimKey);
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
  keys: ClaimKeys,
  policy: Policy,
  amount: bigint,
): Promise<PayoutState> => {
  // Another run may have filed the same event between step 4 and now; the policy is locked, so this look is final.
  const overtaken = await hasEarlierClaim(db, teamId, keys);
  return queuePayout(db, teamId, runId, {
    claimKey: keys.claimKey,
    policy,
    amount,
    holdReason: overtaken ? 'another claim for the same event was filed meanwhile' : undefined,
  });
};
