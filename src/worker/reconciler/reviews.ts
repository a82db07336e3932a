import { claimAnswersToSignal } from '../../runs/operator/answers.ts';
import { signalApproval } from '../../runs/operator/start.ts';
import { signalReviewClosed, wakeReviewClock } from '../../runs/reviews/start.ts';
import { claimClocksToWake, markClockStarted } from '../../store/reviews/clocks.ts';
import { claimRunsToSignal } from '../../store/reviews/signals.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

/**
 * Starts the workflows of new reviews, and wakes those that have not noticed a decision or a time. It repeats
 * this every 30 s until they have, so no review depends on a signal that may be lost, or on Temporal being
 * available at the time. It does the same for runs that wait for an answer about a call or at a step. Several
 * workers may do this at once; each workflow is signalled by one of them.
 */
export const reconcileReviews = async (options: ReconcilerOptions): Promise<void> => {
  const { db, client, taskQueue } = options;
  await reconcileEach(options, await claimRunsToSignal(db, BATCH), {
    idOf: ({ reviewId }) => reviewId,
    reconcileOne: async (answered) => {
      await signalReviewClosed(client, { ...answered, deadlineMs: DEADLINE_MS });
      return 'run signalled that its review is closed';
    },
  });
  await reconcileEach(options, await claimAnswersToSignal(db, BATCH), {
    idOf: ({ runId }) => runId,
    reconcileOne: async ({ runId, answer }) => {
      await client.withDeadline(Date.now() + DEADLINE_MS, async () => signalApproval(client, runId, answer));
      return 'operator signalled that its answer is stored';
    },
  });
  await reconcileEach(options, await claimClocksToWake(db, BATCH), {
    idOf: ({ reviewId }) => reviewId,
    reconcileOne: async (clock) => {
      await wakeReviewClock(client, { ...clock, taskQueue, deadlineMs: DEADLINE_MS });
      await markClockStarted(db, clock.reviewId);
      return 'review clock woken';
    },
  });
};
