import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Returns the newest review of a step of a run; undefined if nobody was asked. */
export const newestStepReview = async (
  db: Kysely<Database>,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  step: string,
): Promise<{ readonly id: string } | undefined> =>
  db
    .selectFrom('reviews')
    .select('id')
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('kind', '=', 'step')
    .where(sql`subject->>'id'`, '=', step)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns runs that have not noticed that the review of one of their steps was closed. */
export const runsAtClosedReviews = async (
  db: Kysely<Database>,
  limit: number,
): Promise<readonly { readonly runId: string; readonly reviewId: string }[]> => {
  const { rows } = await sql<{ runId: string; reviewId: string }>`
    SELECT r.id AS "runId", v.id AS "reviewId" FROM runs AS r JOIN reviews AS v ON v.id = r.waiting_for->>'review_id'
    WHERE r.status = 'running' AND r.vertical_version IS NOT NULL AND r.waiting_for IS NOT NULL AND v.state <> 'open'
    ORDER BY v.closed_at LIMIT ${limit}`.execute(db);
  return rows;
};

/** Returns the reviews of a run's steps that are open. */
export const openStepReviews = async (
  db: Kysely<Database>,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
): Promise<readonly { readonly id: string }[]> =>
  db
    .selectFrom('reviews')
    .select('id')
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('kind', '=', 'step')
    .where('state', '=', 'open')
    .execute();
