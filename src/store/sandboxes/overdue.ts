/** Developers' sandboxes that somebody else than their workflow may have to end. */
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

/** Returns some sandboxes that have not ended, others each time, so that in the end each workflow is looked at. */
export const someSessions = async (
  db: Db,
  { graceMs, limit }: { readonly graceMs: number; readonly limit: number },
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('sandbox_sessions')
    .select('id')
    .where('state', '<>', 'ended')
    .where('created_at', '<', sql<Date>`clock_timestamp() - ${graceMs} * interval '1 millisecond'`)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** A sandbox whose container a host still holds although it has ended. */
export interface LeftSandbox {
  readonly id: string;
  readonly team_id: string;
  readonly sandbox_id: string;
}

/** Returns a host's sandboxes that ended some time ago and still have a container. */
export const leftSandboxes = async (
  db: Db,
  { host, graceMs }: { readonly host: string; readonly graceMs: number },
): Promise<readonly LeftSandbox[]> =>
  db
    .selectFrom('sandbox_leases as l')
    .innerJoin('sandbox_sessions as s', 's.id', 'l.run')
    .select(['s.id', 's.team_id', 'l.sandbox_id'])
    .where('l.host', '=', host)
    .where('s.ended_at', '<', sql<Date>`clock_timestamp() - ${graceMs} * interval '1 millisecond'`)
    .execute();

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
