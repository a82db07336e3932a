import { sql } from 'kysely';
import type { Db } from './digest.ts';

const TABLES = [
  'accounts',
  'callers',
  'claims',
  'members',
  'tickets',
  'account_resets',
  'one_time_codes',
  'own_records',
] as const;

export interface DigestUse {
  readonly table: string;
  /** The key of the ring; null for digests with the team's salt, from before digests were keyed. */
  readonly key: string | null;
  readonly rows: number;
}

/** Counts a team's rows by the key that made their digests. A key without rows may leave the ring. */
export const digestsByKey = async (db: Db, teamId: string): Promise<readonly DigestUse[]> => {
  const counts = TABLES.map(
    (table) => sql`SELECT ${table} AS "table", digest_key AS key, count(*)::int AS rows
      FROM ${sql.ref(table)} WHERE team_id = ${teamId} GROUP BY digest_key`,
  );
  const { rows } = await sql<DigestUse>`${sql.join(counts, sql` UNION ALL `)} ORDER BY 1, 2`.execute(db);
  return rows;
};
