import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { isToSignal } from '../db/signal-again.ts';

/**
 * Claims runs that have not noticed that a review of one of their calls or steps is closed, the longest
 * closed first. A claimed one is not claimed again within 30 s, however many workers look, because every
 * signal makes the run's history longer.
 */
export const claimRunsToSignal = async (
  db: Kysely<Database>,
  limit: number,
): Promise<readonly { readonly runId: string; readonly reviewId: string }[]> => {
  const { rows } = await sql<{ runId: string; reviewId: string }>`
    WITH unaware AS (
      SELECT run_id, review_id FROM asked_calls WHERE heard_at IS NULL
      UNION ALL
      SELECT id, waiting_for->>'review_id' FROM runs
      WHERE status = 'running' AND vertical_version IS NOT NULL AND waiting_for IS NOT NULL),
    wanted AS MATERIALIZED (
      SELECT v.id, u.run_id FROM unaware AS u JOIN reviews AS v ON v.id = u.review_id
      WHERE v.state <> 'open' AND ${isToSignal('v.told_at')}
      -- A review that another worker claims at this moment is skipped.
      ORDER BY v.closed_at LIMIT ${limit} FOR NO KEY UPDATE OF v SKIP LOCKED)
    UPDATE reviews AS v SET told_at = clock_timestamp() FROM wanted AS w WHERE v.id = w.id
    RETURNING w.run_id AS "runId", v.id AS "reviewId"`.execute(db);
  return rows;
};
