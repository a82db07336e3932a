import type { Client } from '@temporalio/client';
import type { Config } from '../../src/config.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { decideReview } from '../../src/runs/reviews/decide.ts';
import { wakeReviewClock } from '../../src/runs/reviews/start.ts';
import type { reviewClock } from '../../src/workflows/review-clock.ts';
import { bySomeKey, someKey } from '../helpers/actors.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { createReview } from '../helpers/reviews.ts';

/** Lets a review become overdue and then decides it. @returns the id of its workflow */
export const recordReview = async ({
  client,
  config,
  db,
  pool,
  teamId,
}: Pick<TestDatabase, 'db' | 'pool'> & {
  readonly client: Client;
  readonly config: Config;
  readonly teamId: string;
}): Promise<string> => {
  const reviewId = await createReview({ db, pool }, teamId, bySomeKey);
  const wake = async (): Promise<void> =>
    wakeReviewClock(client, {
      taskQueue: config.TEMPORAL_TASK_QUEUE,
      reviewId,
      teamId,
      deadlineMs: 10_000,
    });
  await wake();
  await db
    .updateTable('reviews')
    .set({ due_at: new Date(0) })
    .where('id', '=', reviewId)
    .execute();
  await wake();
  const somebody = {
    actor: someKey,
    subject: someKey.id,
    roles: new Set(['reviewer'] as const),
    by: bySomeKey,
  };
  const wanted = { option: 'resolve', reason: undefined, note: undefined } as const;
  await db
    .transaction()
    .execute(async (tx) => decideReview(tx, createLedger({ pool }), { teamId, reviewId }, somebody, wanted));
  await wake();
  await client.workflow.getHandle<typeof reviewClock>(reviewId).result();
  return reviewId;
};
