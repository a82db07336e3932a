import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { RunOfTeam } from './read.ts';

/**
 * Stores what a run waits for, so that its GET can say so. The wait's beginning stays until the wait has ended. If the breaker is
 * open, the code of the call that opened it says more than `circuit_open`.
 */
export const noteWait = async (
  db: Kysely<Database>,
  { teamId, runId }: RunOfTeam,
  { serves, connector, code }: { readonly serves: string; readonly connector: string; readonly code: string },
): Promise<void> => {
  await sql`
    UPDATE runs SET waiting_for = jsonb_build_object('kind', 'records', 'records', ${serves}::text,
      'connector', ${connector}::text,
      'code', CASE WHEN ${code} = 'circuit_open' THEN coalesce(waiting_for->>'code', ${code}) ELSE ${code} END,
      'since', coalesce(waiting_for->>'since',
        to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    WHERE id = ${runId} AND team_id = ${teamId} AND status = 'running'`.execute(db);
};

/** Removes what a run waited for. */
export const endWait = async (db: Kysely<Database>, { teamId, runId }: RunOfTeam): Promise<void> => {
  await db
    .updateTable('runs')
    .set({ waiting_for: null })
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .where('waiting_for', 'is not', null)
    .execute();
};
