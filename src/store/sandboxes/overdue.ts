/** Developers' sandboxes that the reconciler has to end. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

/** Time for a sandbox's workflow to open it or to note its end. */
const SLACK = sql`interval '5 minutes'`;
/** Time in which every program that a sandbox has accepted must have ended. */
const PROGRAMS = sql`interval '20 minutes'`;

/** Returns sandboxes whose workflow should have noted their opening or their end long ago. */
export const overdueSessions = async (db: Db, limit: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('sandbox_sessions')
    .select('id')
    .where('state', '<>', 'ended')
    .where(
      sql<boolean>`clock_timestamp() > ${SLACK} + CASE state WHEN 'opening' THEN created_at
        ELSE least(ends_at, used_at + idle_ms * interval '1 millisecond' + ${PROGRAMS}) END`,
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Returns open sandboxes of teams that have suspended code. */
export const suspendedSessions = async (db: Db, limit: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('sandbox_sessions')
    .select('id')
    .where('state', '=', 'open')
    .where(sql<boolean>`suspended_scope(team_id, ARRAY['code']) IS NOT NULL`)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
