import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Forgets keys whose 24 hours are over. @returns how many */
export const forgetExpiredKeys = async (db: Kysely<Database>): Promise<number> => {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};
