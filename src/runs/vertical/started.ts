import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { RunOfTeam } from './read.ts';

/** Records that Temporal has the run's workflow, so that it is not started again. */
export const markStarted = async (db: Kysely<Database>, { teamId, runId }: RunOfTeam): Promise<void> => {
  await db
    .updateTable('runs')
    .set({ started_at: sql<Date>`coalesce(started_at, now())` })
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .execute();
};
