import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { ReviewActivities } from '../activities/reviews/index.ts';
import type { ReviewClockInput } from '../runs/reviews/workflow.ts';
import { UNTIL_WRITTEN } from './activity-options.ts';

const { tickReview } = proxyActivities<ReviewActivities>(UNTIL_WRITTEN);

/** Number of passes after which the workflow continues as new. */
const MAX_PASSES = 200;

/**
 * Keeps a review's times until it is closed: the reminder, the due time, the expiry. Its id is the review's. It sleeps until the
 * next time and looks earlier when a signal says that the review has changed.
 */
export const reviewClock = async (input: ReviewClockInput): Promise<void> => {
  let hasChanged = false;
  setHandler(defineSignal<[ReviewClockInput]>('changed'), () => {
    hasChanged = true;
  });
  for (let passes = 0; passes < MAX_PASSES && !workflowInfo().continueAsNewSuggested; passes += 1) {
    hasChanged = false;
    const { next_in_ms: nextInMs } = await tickReview(input);
    if (nextInMs === null) return;
    await condition(() => hasChanged, nextInMs);
  }
  await continueAsNew<typeof reviewClock>(input);
};
