import type { Kysely } from 'kysely';
import type { Ledger } from '../../ledger/index.ts';
import { tickReview } from '../../runs/reviews/tick.ts';
import type { ReviewClockInput } from '../../runs/reviews/workflow.ts';
import type { Database } from '../../store/db/schema.ts';

export interface ReviewTick {
  /** Milliseconds until something is due; null if the review is closed. */
  readonly next_in_ms: number | null;
}

/** Creates the activity that carries out what is due for a review. */
export const createReviewActivities = (deps: { readonly db: Kysely<Database>; readonly ledger: Ledger }) => ({
  tickReview: async ({ review_id, team_id }: ReviewClockInput): Promise<ReviewTick> => ({
    next_in_ms: await tickReview(deps.db, deps.ledger, { teamId: team_id, reviewId: review_id }),
  }),
});

export type ReviewActivities = ReturnType<typeof createReviewActivities>;
