import type { Kysely } from 'kysely';
import type { Database } from '../../store/db/schema.ts';

/** Returns the ids of the workflows of a team's runs under way, any of which may be waiting for a suspension to end. */
export const workflowsUnderWay = async (db: Kysely<Database>, teamId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('team_id', '=', teamId)
    .where('status', '=', 'running')
    .unionAll(
      db
        .selectFrom('agent_runs')
        .select('ledger_ref as id')
        .where('team_id', '=', teamId)
        .where('status', '=', 'running')
        .where('kind', 'in', ['task', 'analysis']),
    )
    .unionAll(
      db
        .selectFrom('operator_runs')
        .select('id')
        .where('team_id', '=', teamId)
        .where('status', '=', 'running'),
    )
    .execute();
  return rows.map(({ id }) => id);
};
