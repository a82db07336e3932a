import type { Transaction } from 'kysely';
import type { Ledger, RowActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { closeReview } from '../../store/reviews/change.ts';
import type { ReviewRecord } from '../../store/reviews/reviews.ts';
import { recordReview } from './rows.ts';

/**
 * Closes a review whose question no longer matters. Nothing is decided by it.
 * @param review an open review that the caller has locked
 * @param why for the row
 */
export const supersede = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  review: Pick<ReviewRecord, 'id' | 'team_id'>,
  why: string,
  actor: RowActor,
): Promise<void> => {
  await closeReview(tx, review.id, 'superseded');
  await recordReview(tx, ledger, {
    teamId: review.team_id,
    reviewId: review.id,
    action: 'review.superseded',
    summary: why,
    detail: {},
    actor,
  });
};
