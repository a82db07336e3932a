import type { RunAdjudication } from '../../../contract/adjudication.ts';
import { formatRupees, isShown } from '../../../governance/amounts.ts';
import { recordable } from '../../../governance/recordable.ts';
import {
  claimedAmount,
  claimNumber,
  readClaim,
  writtenDiagnosis,
} from '../../../governance/rules/kyc/claim.ts';
import { passedRules } from '../../../governance/rules/kyc/passed.ts';
import { lockPatient } from '../../../store/records/claims.ts';
import { fileClaim } from '../../../store/records/file-claim.ts';
import { queuePayout, withdrawPayout, type PayoutState } from '../../../store/records/payouts.ts';
import { count, factsOf, isFromConnector, reasonsToFacts } from '../common/facts.ts';
import type { StepContext, StepFunction } from '../common/step.ts';
import type { AdjudicatedClaim } from './adjudicate-claim.ts';
import { adjudicationFacts } from './adjudication-facts.ts';
import { lockFound, finalDecision } from './final-decision.ts';
import { keysOf } from './claim-keys.ts';

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
  const claimId = recordable(claimNumber(given), 64, known) || runId;
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
      limited: adjudicated.limited,
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

/** Returns what the run shows: the adjudication, and for an approval also the rules that the claim passed. */
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
