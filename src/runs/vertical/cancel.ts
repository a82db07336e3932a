import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { RunOfTeam } from './read.ts';

/**
 * Records that a run is to be cancelled, and the key that asked first. The reconciler passes this on if Temporal cannot be
 * reached now.
 * @returns whether it is still running; undefined when the team has no such run
 */
export const requestCancel = async (
  db: Kysely<Database>,
  { teamId, runId }: RunOfTeam,
  keyId: string,
): Promise<{ readonly running: boolean } | undefined> => {
  const row = await db
    .updateTable('runs')
    .set({
      cancel_requested_at: sql<Date>`case when status = 'running' then coalesce(cancel_requested_at, now())
        else cancel_requested_at end`,
      cancel_requested_by: sql<string>`case when status = 'running' then coalesce(cancel_requested_by, ${keyId})
        else cancel_requested_by end`,
    })
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .returning('status')
    .executeTakeFirst();
  return row && { running: row.status === 'running' };
};
