import { newId, ledgerRefOfRun } from '../../src/ids.ts';
import { createLedger, type RowActor } from '../../src/ledger/index.ts';
import { openReviews } from '../../src/runs/reviews/open.ts';
import type { TestDatabase } from './database.ts';

/** Stores an escalated call and opens its review. @returns the review's id */
export const createReview = async (
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  teamId: string,
  actor: RowActor,
): Promise<string> => {
  const runId = newId('run');
  const run = { teamId, runId, ledgerRef: ledgerRefOfRun(runId) };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('runs')
      .values({
        id: runId,
        team_id: teamId,
        vertical: 'voice',
        mode: 'simulated',
        status: 'succeeded',
        ledger_ref: run.ledgerRef,
        case_id: null,
        decision: 'escalate',
        finished_at: new Date(),
      })
      .execute();
    await openReviews(tx, createLedger({ pool }), run, actor);
  });
  const { id } = await db
    .selectFrom('reviews')
    .select('id')
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return id;
};
