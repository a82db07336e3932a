import type { Client } from '@temporalio/client';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute } from '../../temporal/search-attributes.ts';
import type { ReviewClockInput } from './workflow.ts';

/**
 * Starts the workflow that keeps a review's times, or makes it look at the review again. Doing this more often than needed changes
 * nothing, because the workflow asks the database what is due.
 * @throws a gRPC error when Temporal does not accept it in time
 */
export const wakeReviewClock = async (
  client: Client,
  {
    taskQueue,
    deadlineMs,
    ...clock
  }: {
    readonly taskQueue: string;
    readonly deadlineMs: number;
    readonly reviewId: string;
    readonly teamId: string;
  },
): Promise<void> => {
  const input: ReviewClockInput = { review_id: clock.reviewId, team_id: clock.teamId };
  await client.withDeadline(Date.now() + deadlineMs, async () =>
    client.workflow.signalWithStart('reviewClock', {
      workflowId: clock.reviewId,
      taskQueue: queuesOf(taskQueue).steps,
      args: [input],
      signal: 'changed',
      signalArgs: [input],
      staticSummary: 'times of a review',
      typedSearchAttributes: [{ key: teamIdAttribute, value: clock.teamId }],
    }),
  );
};
