import type { Transaction } from 'kysely';
import { timesOfAsk } from '../../governance/reviews/asks.ts';
import type { JsonObject, Ledger, RowActor } from '../../ledger/index.ts';
import { subjectOf } from '../../people/subject.ts';
import type { Database } from '../../store/db/schema.ts';
import { type CallPlace, insertAskedCall, markHeard, openCallsOf } from '../../store/reviews/asked-calls.ts';
import { lockAskingRun } from '../../store/reviews/asking-runs.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { lockReview } from '../../store/reviews/reviews.ts';
import { publishEvent } from '../../events/store.ts';
import { evidenceOfCall } from './evidence.ts';
import { openReview } from './insert.ts';
import { supersede } from './supersede.ts';

type Tx = Transaction<Database>;

/** A call about which a person is to be asked. */
export interface CallToAsk extends CallPlace {
  readonly runId: string;
  readonly tool: string;
  /** The call's id in the run's stream. */
  readonly callId: string;
  /** Masked. */
  readonly shown: JsonObject;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Beginning of the request to an agent task or an analysis, masked. */
  readonly request?: string | undefined;
  readonly actor: RowActor;
}

/**
 * Opens the review of a call.
 * @returns its id, and when the call is refused if nobody answers
 */
export const openCallReview = async (
  tx: Tx,
  ledger: Ledger,
  asked: CallToAsk,
): Promise<{ readonly reviewId: string; readonly expiresAt: Date }> => {
  const { teamId, runId, ledgerRef, tool, actor } = asked;
  const run = await lockAskingRun(tx, asked);
  const { policy } = await policyOf(tx, teamId);
  const times = timesOfAsk(policy, new Date());
  const by = run.askedBy;
  const reviewId = await openReview(tx, ledger, {
    teamId,
    runId,
    ledgerRef,
    kind: 'tool_call',
    vertical: run.vertical,
    reasons: [{ code: 'ASK', detail: `The team's rules require a person's approval for ${tool}.` }],
    risk: null,
    evidence: await evidenceOfCall(tx, { teamId, ledgerRef, caseId: run.caseId }, asked),
    asked: ['reviewer'],
    fourEyes: false,
    submittedBy: by,
    submitter: by === null || policy.ask_submitter ? null : await subjectOf(tx, teamId, by),
    times,
    onExpiry: 'refuse',
    actor,
  });
  await insertAskedCall(tx, { ...asked, reviewId });
  return { reviewId, expiresAt: times.expiresAt };
};

/** Closes the reviews of calls that an ended run will no longer make, and reports that in its stream. */
export const closeCallReviews = async (
  tx: Tx,
  ledger: Ledger,
  run: { readonly teamId: string; readonly runId: string; readonly ledgerRef: string },
  actor: RowActor,
): Promise<void> => {
  const { teamId, runId, ledgerRef } = run;
  for (const { review_id: reviewId, turn, call } of await openCallsOf(tx, run)) {
    const review = await lockReview(tx, { teamId, reviewId });
    if (review?.state === 'open')
      await supersede(tx, ledger, review, 'The run ended before an answer.', actor);
    await markHeard(tx, reviewId);
    await publishEvent(
      tx,
      { team_id: teamId, run_id: runId, ledger_ref: ledgerRef },
      {
        key: `answered/${turn}/${call}`,
        type: 'review.answered',
        payload: { review_id: reviewId, approved: false, message: 'The run has ended.' },
      },
    );
  }
};
