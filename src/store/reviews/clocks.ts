import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role } from '../../contract/roles.ts';
import type { Database } from '../db/schema.ts';
import { isToSignal } from '../db/signal-again.ts';

type Tx = Transaction<Database>;

/** Delay after which a clock that has missed a time is woken. */
const LATE = sql`interval '5 seconds'`;

const nextTime = sql`least(
  CASE WHEN reminded_at IS NULL THEN remind_at END, CASE WHEN breached_at IS NULL THEN due_at END, expires_at)`;

/**
 * Claims reviews whose workflow must be started or woken: new ones, closed ones whose workflow has not
 * noticed, and those whose workflow has missed a time because it was ended from outside. A claimed one is not
 * claimed again until its workflow has looked, or for 30 s, however many workers look.
 */
export const claimClocksToWake = async (
  db: Kysely<Database>,
  limit: number,
): Promise<readonly { readonly reviewId: string; readonly teamId: string }[]> => {
  const { rows } = await sql<{ reviewId: string; teamId: string }>`
    WITH wanted AS MATERIALIZED (
      SELECT id FROM reviews
      WHERE clock_stopped_at IS NULL AND ${isToSignal('clock_woken_at')}
        AND (clock_started_at IS NULL OR state <> 'open' OR ${nextTime} < clock_timestamp() - ${LATE})
      -- Those that Temporal has not received come first, then those that nobody has woken for the longest time.
      ORDER BY clock_started_at IS NOT NULL, clock_woken_at NULLS FIRST
      -- A review that another worker claims at this moment is skipped.
      LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE reviews AS v SET clock_woken_at = clock_timestamp() FROM wanted AS w WHERE v.id = w.id
    RETURNING v.id AS "reviewId", v.team_id AS "teamId"`.execute(db);
  return rows;
};

export const markClockStarted = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db
    .updateTable('reviews')
    .set({ clock_started_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('clock_started_at', 'is', null)
    .execute();
};

/**
 * Stores that a review's workflow has looked at it, so that it can be woken again for what it misses later.
 */
export const markClockLooked = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('reviews')
    .set({ clock_woken_at: null })
    .where('id', '=', id)
    .where('clock_woken_at', 'is not', null)
    .execute();
};

export const markClockStopped = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('reviews')
    .set({ clock_stopped_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
};

/** Returns the database's time, which decides what is due for reviews. */
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
