import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

interface EventOfConnector {
  readonly teamId: string;
  readonly connectorId: string;
  /** Hash of the event's id. */
  readonly key: string;
}

/**
 * Stores that an event arrived, in the transaction that starts its run. Another transaction with the same
 * event waits for this one.
 * @returns whether it is the first arrival; otherwise the run that it started, or null if it started none
 */
export const claimEvent = async (
  tx: Transaction<Database>,
  { teamId, connectorId, key }: EventOfConnector,
  context: object | undefined,
): Promise<{ readonly isNew: true } | { readonly isNew: false; readonly runId: string | null }> => {
  const inserted = await tx
    .insertInto('inbound_events')
    .values({
      team_id: teamId,
      connector_id: connectorId,
      event_key: key,
      context: context === undefined ? null : JSON.stringify(context),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_key')
    .executeTakeFirst();
  if (inserted !== undefined) return { isNew: true };
  const { run_id: runId } = await tx
    .selectFrom('inbound_events')
    .select('run_id')
    .where('connector_id', '=', connectorId)
    .where('event_key', '=', key)
    .executeTakeFirstOrThrow();
  return { isNew: false, runId };
};

export const setRunOfEvent = async (
  tx: Transaction<Database>,
  { connectorId, key }: EventOfConnector,
  runId: string,
): Promise<void> => {
  await tx
    .updateTable('inbound_events')
    .set({ run_id: runId })
    .where('connector_id', '=', connectorId)
    .where('event_key', '=', key)
    .execute();
};

/** Returns the references of the event that started a run; null if no event did, or it had none. */
export const contextOfRun = async (
  db: Kysely<Database>,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
): Promise<object | null> => {
  const row = await db
    .selectFrom('inbound_events')
    .select('context')
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row?.context ?? null;
};
