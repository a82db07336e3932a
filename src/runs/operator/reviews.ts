import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import { evidenceOf } from '../reviews/evidence.ts';
import { openReview } from '../reviews/insert.ts';
import { supersede } from '../reviews/supersede.ts';
import { timesUntil } from '../../governance/reviews/asks.ts';
import type { Ledger, RowActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { lockReview, type ReviewRecord } from '../../store/reviews/reviews.ts';
import type { OperatorRunRef } from './runs.ts';

type Tx = Transaction<Database>;

export interface ActionQuestion {
  readonly id: string;
  readonly risk: string;
  /** Masked. */
  readonly detail: string;
  /** RFC 3339 time after which the action is refused. */
  readonly until: string;
  /** The kind of answer that a question of the model wants; absent for an action that needs an approval. */
  readonly wants?: 'text' | 'choice' | 'take_over';
  /** Masked. */
  readonly options?: readonly string[];
}

/** Opens the review of an action for which the confirmation policy requires a person. */
export const openActionReview = async (
  tx: Tx,
  ledger: Ledger,
  { teamId, runId }: OperatorRunRef,
  { id, risk, detail, until, wants, options }: ActionQuestion,
  { actor, askedBy }: { readonly actor: RowActor; readonly askedBy: Actor | null },
): Promise<void> => {
  if ((await findQuestion(tx, { teamId, runId }, id)) !== undefined) return;
  await openReview(tx, ledger, {
    teamId,
    runId,
    ledgerRef: runId,
    kind: 'operator',
    vertical: null,
    reasons: [
      wants === undefined
        ? { code: 'CONFIRM', detail: `An action with the risk ${risk} needs a confirmation.` }
        : { code: 'QUESTION', detail: 'The operator asks a person.' },
    ],
    risk: null,
    evidence: evidenceOf(
      { kind: 'action', id, case_id: null },
      {
        action: {
          id,
          risk,
          detail,
          ...(wants !== undefined && { wants }),
          ...(options !== undefined && { options: [...options] }),
        },
      },
    ),
    asked: ['reviewer'],
    fourEyes: false,
    submittedBy: askedBy,
    // The person who works with the operator confirms its actions.
    submitter: null,
    times: timesUntil(new Date(), new Date(until)),
    onExpiry: 'refuse',
    actor,
  });
};

const findQuestion = async (
  tx: Tx,
  { teamId, runId }: OperatorRunRef,
  questionId: string,
): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('reviews')
      .select('id')
      .where('team_id', '=', teamId)
      .where('run_id', '=', runId)
      .where('kind', '=', 'operator')
      .where((where) => where(where.ref('subject', '->>').key('id'), '=', questionId))
      .executeTakeFirst()
  )?.id;

/** Locks the review of a question until the transaction ends. @returns undefined if it has none, or if it is closed */
export const lockActionReview = async (
  tx: Tx,
  ref: OperatorRunRef,
  questionId: string,
): Promise<ReviewRecord | undefined> => {
  const reviewId = await findQuestion(tx, ref, questionId);
  const review = reviewId === undefined ? undefined : await lockReview(tx, { teamId: ref.teamId, reviewId });
  return review?.state === 'open' ? review : undefined;
};

/** Closes the reviews of actions that the run no longer performs. */
export const closeActionReviews = async (
  tx: Tx,
  ledger: Ledger,
  { teamId, runId }: OperatorRunRef,
  why: string,
  actor: RowActor,
): Promise<void> => {
  const open = await tx
    .selectFrom('reviews')
    .select('id')
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('kind', '=', 'operator')
    .where('state', '=', 'open')
    .execute();
  for (const { id: reviewId } of open) {
    const review = await lockReview(tx, { teamId, reviewId });
    if (review?.state === 'open') await supersede(tx, ledger, review, why, actor);
  }
};
