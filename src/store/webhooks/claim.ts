import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A delivery that this sender has claimed for an attempt. */
export interface ClaimedDelivery {
  readonly id: string;
  /** Number of this attempt, counted from 1. */
  readonly attempts: number;
  readonly event_id: string;
  readonly type: string;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly emitted_at: Date;
  /** Place in the trace of what caused the event. */
  readonly traceparent: string | null;
}

/** Failures in a row after which an endpoint gets pauses, and only one delivery at a time until one succeeds. */
export const FAILURES_BEFORE_PAUSE = 3;

/** A delivery waits for earlier pending ones with the same subject, so that they arrive in order. */
const isFirst = sql<boolean>`NOT EXISTS (SELECT FROM webhook_deliveries AS e WHERE e.endpoint_id = d.endpoint_id
  AND e.subject = d.subject AND e.state = 'pending' AND e.n < d.n)`;

/**
 * Claims deliveries that are due, at most one per subject, and counts the attempt. The lease outlasts an attempt, so that a second
 * sender cannot overtake a first one that is still waiting for a response.
 * @param leaseMs for how long nobody else may send them
 */
export const claimDue = async (
  db: Kysely<Database>,
  endpointId: string,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<readonly ClaimedDelivery[]> => {
  const { rows } = await sql<ClaimedDelivery>`
    WITH gate AS MATERIALIZED (
      SELECT id, failures FROM webhook_endpoints
      WHERE id = ${endpointId} AND state = 'enabled' AND coalesce(retry_at, '-infinity') <= now()
    ), due AS MATERIALIZED (
      SELECT d.n FROM webhook_deliveries AS d
      WHERE d.endpoint_id = (SELECT id FROM gate) AND d.state = 'pending' AND d.next_at <= now()
        AND coalesce(d.leased_until, '-infinity') <= now() AND ${isFirst}
      ORDER BY d.next_at, d.n
      LIMIT (SELECT CASE WHEN failures >= ${FAILURES_BEFORE_PAUSE} THEN least(1, ${limit}::int) ELSE ${limit}::int END FROM gate)
      FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_deliveries AS d SET attempts = d.attempts + 1, tried_at = now(),
      leased_until = now() + make_interval(secs => ${leaseMs / 1_000})
    FROM events_outbox AS e
    WHERE d.n IN (SELECT n FROM due) AND e.id = d.event_id
    RETURNING d.id, d.attempts, d.event_id, e.type, e.ids, e.created_at AS emitted_at, e.traceparent`.execute(
    db,
  );
  return rows;
};

/**
 * Returns the milliseconds until an endpoint's next attempt; null if nothing is pending. If somebody else holds a delivery, waits
 * for its lease.
 */
export const untilDue = async (db: Kysely<Database>, endpointId: string): Promise<number | null> => {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT ceil(extract(epoch FROM min(greatest(d.next_at, d.leased_until, w.retry_at)) - clock_timestamp()) * 1000)::float8 AS ms
    FROM webhook_deliveries AS d JOIN webhook_endpoints AS w ON w.id = d.endpoint_id AND w.state = 'enabled'
    WHERE d.endpoint_id = ${endpointId} AND d.state = 'pending' AND ${isFirst}`.execute(db);
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
};

/** Announces that a sender works on an endpoint for the next seconds, so that no other is started; 0 ends the announcement. */
export const announceSender = async (
  db: Kysely<Database>,
  endpointId: string,
  seconds: number,
): Promise<void> => {
  await db
    .updateTable('webhook_endpoints')
    .set({ busy_until: seconds === 0 ? null : sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', endpointId)
    .execute();
};

/** Lists endpoints with deliveries that are due and without a sender at work. */
export const endpointsToWake = async (db: Kysely<Database>, limit: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT w.id FROM webhook_endpoints AS w
    WHERE w.state = 'enabled' AND coalesce(w.busy_until, '-infinity') <= now()
      AND coalesce(w.retry_at, '-infinity') <= now()
      AND EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.endpoint_id = w.id AND d.state = 'pending'
        AND d.next_at <= now() AND coalesce(d.leased_until, '-infinity') <= now() AND ${isFirst})
    ORDER BY random() LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};
