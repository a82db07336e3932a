import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute } from '../../temporal/search-attributes.ts';
import type { ReviewClockInput, ReviewClosedWord } from './workflow.ts';

/**
 * Starts the workflow that keeps a review's times, or wakes it to check the review again. Doing this more
 * often than needed changes nothing, because the workflow asks the database what is due.
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

/**
 * Signals a run that a review of one of its calls was closed. The run reads the answer from the database, so
 * doing this more often than needed changes nothing.
 * @throws a gRPC error when Temporal does not accept it in time
 */
export const signalReviewClosed = async (
  client: Client,
  {
    runId,
    reviewId,
    deadlineMs,
  }: { readonly runId: string; readonly reviewId: string; readonly deadlineMs: number },
): Promise<void> => {
  const word: ReviewClosedWord = { kind: 'review.closed', run_id: runId, review_id: reviewId };
  try {
    await client.withDeadline(Date.now() + deadlineMs, async () =>
      client.workflow.getHandle(runId).signal<[ReviewClosedWord]>('reviewClosed', word),
    );
  } catch (error) {
    // A run that has ended closes its reviews itself.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
};
