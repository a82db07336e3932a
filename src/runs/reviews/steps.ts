import type { Transaction } from 'kysely';
import type { Ledger, RowActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { openStepReviews } from '../../store/reviews/step-reviews.ts';
import { lockReview } from '../../store/reviews/reviews.ts';
import { supersede } from './supersede.ts';

/** Closes the reviews of steps at which an ended run no longer waits. */
export const closeStepReviews = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  actor: RowActor,
): Promise<void> => {
  for (const { id: reviewId } of await openStepReviews(tx, { teamId, runId })) {
    const review = await lockReview(tx, { teamId, reviewId });
    if (review?.state === 'open')
      await supersede(tx, ledger, review, 'The run ended before an answer.', actor);
  }
};
