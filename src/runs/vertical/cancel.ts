import type { Kysely } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { cancelRequestedBy } from '../cancellation.ts';
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
    .set(cancelRequestedBy(keyId))
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .returning('status')
    .executeTakeFirst();
  return row && { running: row.status === 'running' };
};
