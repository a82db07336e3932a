import { type Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Database } from '../store/db/schema.ts';
import { DeltaSender } from './deltas.ts';
import { maskedPayload } from './masked-payload.ts';
import type { EventSink, RunEvent, RunOfEvents } from './sink.ts';

/**
 * Masks an event and stores it in the same transaction as the change that it describes. Within a run, an event with the same key
 * is stored only once.
 */
export const publishEvent = async (
  tx: Transaction<Database>,
  { team_id, run_id }: RunOfEvents,
  event: RunEvent & { readonly key: string },
): Promise<void> => {
  const payload = JSON.stringify(maskedPayload(event));
  await sql`SELECT publish_run_event(${team_id}, ${run_id}, ${event.key}, ${event.type}, ${payload}::jsonb)`.execute(
    tx,
  );
};

/** Returns an event's position in its run; undefined if there is none. */
export const seqOfEvent = async (
  db: Kysely<Database>,
  { team_id, run_id }: Pick<RunOfEvents, 'team_id' | 'run_id'>,
  key: string,
): Promise<number | undefined> => {
  const { rows } = await sql<{ readonly seq: number }>`
    SELECT seq FROM run_events WHERE team_id = ${team_id} AND run_id = ${run_id} AND key = ${key}`.execute(
    db,
  );
  return rows[0]?.seq;
};

/** Stores a `ledger.entry` event for each of the run's ledger rows that does not have one yet. */
export const publishLedgerRows = async (
  tx: Transaction<Database>,
  { team_id, run_id, ledger_ref }: RunOfEvents,
): Promise<void> => {
  await sql`SELECT publish_run_ledger(${team_id}, ${run_id}, ${ledger_ref})`.execute(tx);
};

/** Creates a worker's sink, which stores events in run_events and broadcasts partial text to listeners. */
export const createEventSink = (
  pool: Pick<pg.Pool, 'query'>,
  onLoss: (error: unknown) => void,
): EventSink & { readonly close: () => Promise<void> } => {
  const deltas = new DeltaSender(pool, onLoss);
  return {
    publish: async (tx, run, event) => {
      if (event.type === 'message') deltas.forget(run.run_id);
      await publishEvent(tx, run, event);
    },
    publishLedger: publishLedgerRows,
    delta: deltas.add,
    close: async () => deltas.close(),
  };
};
