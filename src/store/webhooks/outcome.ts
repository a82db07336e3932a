import { type Kysely, sql } from 'kysely';
import type { DeliveryError } from '../../contract/webhook.ts';
import type { Database } from '../db/schema.ts';
import { FAILURES_BEFORE_PAUSE } from './claim.ts';

/** How an attempt failed. `status` is null if no complete response arrived. */
export interface FailedAttempt {
  readonly error: DeliveryError;
  readonly status: number | null;
}

/** Records that a delivery succeeded. If the endpoint had been given a pause, its other deliveries are due at once. */
export const recordDelivered = async (
  db: Kysely<Database>,
  endpointId: string,
  deliveryId: string,
  status: number,
): Promise<void> => {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state: 'delivered',
      response_status: status,
      error: null,
      leased_until: null,
      delivered_at: sql<Date>`now()`,
    })
    .where('id', '=', deliveryId)
    .where('state', '=', 'pending')
    .execute();
  const { rows } = await sql<{ paused: boolean }>`
    UPDATE webhook_endpoints AS w SET failures = 0, failing_since = NULL, retry_at = NULL
    FROM (SELECT id, failures FROM webhook_endpoints
      WHERE id = ${endpointId} AND (failures > 0 OR failing_since IS NOT NULL) FOR NO KEY UPDATE) AS old
    WHERE w.id = old.id
    RETURNING old.failures >= ${FAILURES_BEFORE_PAUSE} AS paused`.execute(db);
  if (rows[0]?.paused !== true) return;
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: sql<Date>`now()` })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .where('next_at', '>', sql<Date>`now()`)
    // A response such as 400 is the receiver's answer to this event, and a pause of the endpoint does not explain it.
    .where(sql<boolean>`coalesce(response_status, 500) >= 500`)
    .execute();
};

/** Base of the pauses between attempts of one delivery, in seconds. The last one repeats until three days are over. */
const PAUSES_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600] as const;
/** Longest pause of an endpoint that gives no usable response, in seconds. */
const MAX_ENDPOINT_PAUSE_S = 300;

/** Returns the seconds before the next attempt of a delivery. They vary, so that many deliveries do not return together. */
export const pauseAfter = (attempts: number, random = Math.random()): number =>
  PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1]! * (0.9 + 0.2 * random);

/**
 * Records a failed attempt and sets the time of the next one. A delivery gets its last attempt three days after it was made.
 * @returns whether the endpoint has had no success for three days
 */
export const recordFailure = async (
  db: Kysely<Database>,
  endpointId: string,
  { id, attempts }: { readonly id: string; readonly attempts: number },
  { error, status }: FailedAttempt,
): Promise<boolean> => {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state: sql<'pending'>`CASE WHEN expires_at <= now() THEN 'failed' ELSE 'pending' END`,
      next_at: sql<Date>`least(now() + make_interval(secs => ${pauseAfter(attempts)}), greatest(expires_at, now()))`,
      error,
      response_status: status,
      leased_until: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
  const isUnusable = status === null || status >= 500 || status === 429 || error === 'redirected';
  // Failures of attempts that were under way when the pause began do not lengthen it.
  const counts = sql<boolean>`(${isUnusable}::boolean AND coalesce(retry_at, '-infinity') <= now())`;
  const { rows } = await sql<{ dead: boolean }>`
    UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, now()),
      failures = failures + ${counts}::int,
      retry_at = CASE WHEN ${counts} AND failures + 1 >= ${FAILURES_BEFORE_PAUSE} THEN now() + make_interval(
        secs => least(2.0 ^ least(failures + 1 - ${FAILURES_BEFORE_PAUSE}, 20), ${MAX_ENDPOINT_PAUSE_S})) ELSE retry_at END
    WHERE id = ${endpointId} AND state = 'enabled'
    RETURNING failing_since <= now() - interval '72 hours' AS dead`.execute(db);
  return rows[0]?.dead === true;
};
