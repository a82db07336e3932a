import type { Transaction } from 'kysely';
import type { Ledger, RowActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { recordReview } from './rows.ts';

type Tx = Transaction<Database>;

/** A run whose case a person has sent back, and the documents that they asked for. */
export interface SentBackRun {
  readonly vertical: string;
  readonly mode: 'simulated' | 'live';
  readonly ledgerRef: string;
  readonly reviewId: string;
  /** Names of documents. */
  readonly documents: readonly string[];
}

/**
 * Finds a run that can continue as a revision, and locks it until the transaction ends, so that it continues
 * only once.
 * @returns undefined when the team has no such run; `not-sent-back` if its newest review says otherwise or it
 * has already continued
 */
export const lockSentBack = async (
  tx: Tx,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
): Promise<SentBackRun | 'not-sent-back' | undefined> => {
  const run = await tx
    .selectFrom('runs')
    .select(['vertical', 'mode', 'ledger_ref'])
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  if (run === undefined) return undefined;
  const review = await tx
    .selectFrom('reviews as r')
    .leftJoin('review_decisions as d', (join) =>
      join.onRef('d.review_id', '=', 'r.id').on('d.final', '=', true),
    )
    .select(['r.id', 'd.option', 'd.documents'])
    .where('r.team_id', '=', teamId)
    .where('r.run_id', '=', runId)
    .where('r.kind', '=', 'escalation')
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const next = await tx
    .selectFrom('runs')
    .select('id')
    .where('team_id', '=', teamId)
    .where('revision_of', '=', runId)
    .executeTakeFirst();
  if (review?.option !== 'send_back' || next !== undefined) return 'not-sent-back';
  const { vertical, mode, ledger_ref: ledgerRef } = run;
  return { vertical, mode, ledgerRef, reviewId: review.id, documents: review.documents ?? [] };
};

/** Records in the review that sent a case back which run continues it. */
export const recordTakenUp = async (
  tx: Tx,
  ledger: Ledger,
  {
    teamId,
    reviewId,
    runId,
    documents,
  }: {
    readonly teamId: string;
    readonly reviewId: string;
    readonly runId: string;
    readonly documents: readonly { readonly name: string; readonly file_id: string }[];
  },
  actor: RowActor,
): Promise<void> =>
  recordReview(tx, ledger, {
    teamId,
    reviewId,
    action: 'review.taken_up',
    summary: `What was asked for has come; ${runId} goes on with the case.`,
    detail: { run_id: runId, documents: documents.map(({ name, file_id }) => ({ name, file_id })) },
    actor,
  });
