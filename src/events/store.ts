import { sql } from 'kysely';
import type pg from 'pg';
import { DeltaSender } from './deltas.ts';
import { maskedPayload } from './masked.ts';
import type { EventSink } from './sink.ts';

/** The sink of a worker: events into run_events, parts of texts to whoever listens. */
export const createEventSink = (
  pool: Pick<pg.Pool, 'query'>,
  onLoss: (error: unknown) => void,
): EventSink & { readonly close: () => Promise<void> } => {
  const deltas = new DeltaSender(pool, onLoss);
  return {
    publish: async (tx, run, event) => {
      if (event.type === 'message') deltas.forget(run.run_id);
      const payload = JSON.stringify(maskedPayload(event));
      await sql`SELECT publish_run_event(
        ${run.team_id}, ${run.run_id}, ${event.key}, ${event.type}, ${payload}::jsonb)`.execute(tx);
    },
    publishLedger: async (tx, run) => {
      await sql`SELECT publish_run_ledger(${run.team_id}, ${run.run_id}, ${run.ledger_ref})`.execute(tx);
    },
    delta: deltas.add,
    close: async () => deltas.close(),
  };
};
