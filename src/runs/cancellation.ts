import { type FilterObject, type Kysely, sql } from 'kysely';
import type { Database } from '../store/db/schema.ts';

type RunTable = 'runs' | 'agent_runs' | 'operator_runs';

/**
 * Records a request to cancel a run in that run's table, with the first key that made the request. Does not change a run that has
 * ended. If Temporal cannot be reached now, the reconciler passes the request on later.
 * @param which column values that identify the run
 * @returns whether the run is still running; undefined when there is no such run
 */
export const requestCancelIn = async <Table extends RunTable>(
  db: Kysely<Database>,
  table: Table,
  which: FilterObject<Database, Table>,
  keyId: string,
): Promise<{ readonly running: boolean } | undefined> => {
  const row = await db
    // All of these tables have the columns used below.
    .updateTable(table as 'runs')
    .set({
      cancel_requested_at: sql<Date>`case when status = 'running' then coalesce(cancel_requested_at, now())
        else cancel_requested_at end`,
      cancel_requested_by: sql<string>`case when status = 'running' then coalesce(cancel_requested_by, ${keyId})
        else cancel_requested_by end`,
    })
    .where((where) => where.and(which as FilterObject<Database, 'runs'>))
    .returning('status')
    .executeTakeFirst();
  return row && { running: row.status === 'running' };
};

/**
 * Returns the key that requested the cancellation, for the row that records the run's end; an empty object if the run was
 * cancelled in Temporal.
 */
export const cancelledBy = (code: string, keyId: string | null): { readonly key_id?: string } =>
  code === 'cancelled' && keyId !== null ? { key_id: keyId } : {};
