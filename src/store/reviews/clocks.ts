import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role } from '../../contract/roles.ts';
import type { Database } from '../db/schema.ts';

type Tx = Transaction<Database>;

/** How long after a time has passed a clock that has not noticed it is woken. */
const LATE = sql`interval '5 seconds'`;

const nextTime = sql`least(
  CASE WHEN reminded_at IS NULL THEN remind_at END, CASE WHEN breached_at IS NULL THEN due_at END, expires_at)`;

/**
 * Returns reviews whose workflow is to be started or woken: new ones, closed ones whose workflow has not noticed, and those whose
 * workflow has missed a time because it was ended from outside.
 */
export const clocksToWake = async (
  db: Kysely<Database>,
  limit: number,
): Promise<readonly { readonly reviewId: string; readonly teamId: string }[]> => {
  const rows = await db
    .selectFrom('reviews')
    .select(['id', 'team_id'])
    .where('clock_stopped_at', 'is', null)
    .where(
      sql<boolean>`(clock_started_at IS NULL OR state <> 'open' OR ${nextTime} < clock_timestamp() - ${LATE})`,
    )
    // Those that Temporal has not received come first. The rest are picked at random, so that none waits forever.
    .orderBy(sql`clock_started_at IS NOT NULL`)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map(({ id, team_id }) => ({ reviewId: id, teamId: team_id }));
};

export const markClockStarted = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db
    .updateTable('reviews')
    .set({ clock_started_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('clock_started_at', 'is', null)
    .execute();
};

export const markClockStopped = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('reviews')
    .set({ clock_stopped_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
};

/** Returns the database's time, by which everything about reviews is due. */
export const databaseTime = async (tx: Tx): Promise<Date> => {
  const { rows } = await sql<{ readonly now: Date }>`SELECT clock_timestamp() AS now`.execute(tx);
  return rows[0]!.now;
};

export const markReminded = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.updateTable('reviews').set({ reminded_at: at }).where('id', '=', id).execute();
};

export const markBreached = async (tx: Tx, id: string, at: Date, asked: readonly Role[]): Promise<void> => {
  await tx
    .updateTable('reviews')
    .set({ breached_at: at, reminded_at: at, asked: [...asked] })
    .where('id', '=', id)
    .execute();
};
