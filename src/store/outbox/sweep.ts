import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** How long events and the outcomes of their deliveries are kept. */
const KEPT = sql`interval '30 days'`;
const BATCH = 1_000;

/** Deletes events older than 30 days whose deliveries are settled, some of them at a time. */
export const forgetOldEvents = async (db: Kysely<Database>): Promise<void> => {
  await sql`DELETE FROM webhook_deliveries WHERE n IN (
    SELECT n FROM webhook_deliveries
    WHERE created_at < now() - ${KEPT} AND (state <> 'pending' OR expires_at < now()) LIMIT ${BATCH})`.execute(
    db,
  );
  await sql`DELETE FROM events_outbox WHERE id IN (
    SELECT e.id FROM events_outbox AS e
    WHERE e.created_at < now() - ${KEPT}
      AND NOT EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.event_id = e.id) LIMIT ${BATCH})`.execute(
    db,
  );
};
