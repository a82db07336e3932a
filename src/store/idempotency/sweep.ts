import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Deletes keys older than 24 hours. @returns the number of deleted keys */
export const forgetExpiredKeys = async (db: Kysely<Database>): Promise<number> => {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};
