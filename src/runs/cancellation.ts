import { type FilterObject, type Kysely, sql } from 'kysely';
import type { Actor } from '../contract/actor.ts';
import { actedBy, type JsonObject, type RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';

type RunTable = 'runs' | 'agent_runs' | 'operator_runs';

/**
 * Records a request to cancel a run in that run's table, with the first key or person that made the request. Does not change a run that has
 * ended. If Temporal cannot be reached now, the reconciler passes the request on later.
 * @param which column values that identify the run
 * @returns whether the run is still running; undefined when there is no such run
 */
export const requestCancelIn = async <Table extends RunTable>(
  db: Kysely<Database>,
  table: Table,
  which: FilterObject<Database, Table>,
  actor: Actor,
): Promise<{ readonly running: boolean } | undefined> => {
  const row = await db
    // All of these tables have the columns used below.
    .updateTable(table as 'runs')
    .set({
      cancel_requested_at: sql<Date>`case when status = 'running' then coalesce(cancel_requested_at, now())
        else cancel_requested_at end`,
      cancel_requested_by: sql<string>`case when status = 'running' then coalesce(cancel_requested_by, ${actor.id})
        else cancel_requested_by end`,
      cancel_requested_actor: sql<string>`case when status = 'running' and cancel_requested_by is null
        then ${JSON.stringify(actor)}::jsonb else cancel_requested_actor end`,
    })
    .where((where) => where.and(which as FilterObject<Database, 'runs'>))
    .returning('status')
    .executeTakeFirst();
  return row && { running: row.status === 'running' };
};

/** Who requested a run's cancellation, as stored with the run. */
export interface Canceller {
  readonly cancel_requested_by: string | null;
  readonly cancel_requested_actor: Actor | null;
}

/** Returns the key that cancelled a run, for the detail of its last row; an empty object if it ended for another reason. */
export const cancelledBy = (code: string, canceller: Canceller | undefined): { readonly key_id?: string } => {
  const id = canceller?.cancel_requested_by ?? null;
  const isPerson = canceller?.cancel_requested_actor?.kind === 'person';
  return code === 'cancelled' && id !== null && !isPerson ? { key_id: id } : {};
};

/** Returns who ended a run: whoever cancelled it, or `otherwise`. */
export const actorOfEnd = (
  code: string,
  canceller: Canceller | undefined,
  otherwise: RowActor,
  writer: JsonObject = {},
): RowActor => {
  const actor = canceller?.cancel_requested_actor ?? null;
  return code === 'cancelled' && actor !== null ? actedBy(actor, writer) : otherwise;
};
