import { type FilterObject, type Kysely, sql } from 'kysely';
import type { Database } from '../store/db/schema.ts';

type RunTable = 'runs' | 'agent_runs' | 'operator_runs';

/**
 * Records in a table of runs that a run is to be cancelled, and the key that asked first. A run that has ended stays as it is. The
 * reconciler passes the request on if Temporal cannot be reached now.
 * @param which the run, by values of its columns
 * @returns whether it is still running; undefined when there is no such run
 */
export const requestCancelIn = async <Table extends RunTable>(
  db: Kysely<Database>,
  table: Table,
  which: FilterObject<Database, Table>,
  keyId: string,
): Promise<{ readonly running: boolean } | undefined> => {
  const row = await db
    // The columns below are the same in all of these tables.
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

/** Returns the key that asked to cancel a run, for the row of its end, or nothing if the run was cancelled in Temporal. */
export const cancelledBy = (code: string, keyId: string | null): { readonly key_id?: string } =>
  code === 'cancelled' && keyId !== null ? { key_id: keyId } : {};
