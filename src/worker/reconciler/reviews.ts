import { wakeReviewClock } from '../../runs/reviews/start.ts';
import { clocksToWake, markClockStarted } from '../../store/reviews/clocks.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

/**
 * Starts the workflows of new reviews, and wakes those that have not noticed a decision or a time. It repeats this until they have,
 * so neither a lost signal nor a time without Temporal is lost on a review.
 */
export const reconcileReviews = async (options: ReconcilerOptions): Promise<void> => {
  const { db, client, taskQueue } = options;
  await reconcileEach(options, await clocksToWake(db, BATCH), {
    idOf: ({ reviewId }) => reviewId,
    reconcileOne: async (clock) => {
      await wakeReviewClock(client, { ...clock, taskQueue, deadlineMs: DEADLINE_MS });
      await markClockStarted(db, clock.reviewId);
      return 'review clock woken';
    },
  });
};
