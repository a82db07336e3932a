import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

/** Number of consecutive failures after which nobody calls a connector for a while. */
const MOST_FAILURES = 5;
const FIRST_PAUSE_S = 5;
/**
 * Short enough that an outage costs its runs little more than its own duration. One call per pause harms
 * nobody.
 */
const LONGEST_PAUSE_S = 30;
/**
 * Time limit in seconds for the one call that tests whether a connector responds again. It is longer than any
 * call may take.
 */
const TRIAL_S = 30;

export interface ConnectorVersion {
  readonly id: string;
  readonly version: number;
}

/**
 * Asks whether a connector may be called. The state is in the database, so all workers stop calling together.
 * When a pause is over, the first one to ask makes a trial call and the others wait for its outcome.
 * @returns 0 if it may be called, and otherwise the milliseconds after which asking again may help
 */
export const askBreaker = async (db: Db, { id, version }: ConnectorVersion): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`
    WITH trial AS (
      UPDATE connectors SET open_until = now() + make_interval(secs => ${TRIAL_S})
      WHERE id = ${id} AND version = ${version} AND open_until <= now() RETURNING id)
    SELECT CASE WHEN EXISTS (SELECT FROM trial) THEN 0
      WHEN open_until IS NULL THEN 0
      -- Somebody else's trial call may have begun since this statement's snapshot.
      ELSE greatest(ceil(extract(epoch FROM open_until - now()) * 1000), 1000) END::float8 AS ms
    FROM connectors WHERE id = ${id} AND version = ${version}`.execute(db);
  return rows[0]?.ms ?? 0;
};

/**
 * Records that a connector's system responded, which closes the breaker. Writes only on a change, or once a
 * minute.
 */
export const recordAnswer = async (db: Db, { id, version }: ConnectorVersion): Promise<void> => {
  await db
    .updateTable('connectors')
    .set({ failures: 0, code: null, open_until: null, answered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(
      sql<boolean>`(failures > 0 OR code IS NOT NULL OR open_until IS NOT NULL OR answered_at IS NULL
        OR answered_at < now() - interval '1 minute')`,
    )
    .execute();
};

/**
 * Records a failed call. From the fifth consecutive failure on, nobody calls for 5 seconds, then 10, up to
 * 30.
 */
export const recordFailure = async (
  db: Db,
  { id, version }: ConnectorVersion,
  code: string,
): Promise<void> => {
  await sql`
    UPDATE connectors SET failures = failures + 1, code = ${code}, failed_at = now(),
      open_until = CASE WHEN failures + 1 >= ${MOST_FAILURES}
        THEN now() + make_interval(secs => least(${LONGEST_PAUSE_S}::float8,
          ${FIRST_PAUSE_S} * power(2, least(failures + 1 - ${MOST_FAILURES}, 10)))) END
    WHERE id = ${id} AND version = ${version}`.execute(db);
};

/** Records that the system answered, but not with a readable record. This does not open the breaker. */
export const recordUnusable = async (
  db: Db,
  { id, version }: ConnectorVersion,
  code: string,
): Promise<void> => {
  await db
    .updateTable('connectors')
    .set({ failures: 0, code, open_until: null, answered_at: sql<Date>`now()`, failed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
};

/** State of all connectors, for metrics and /readyz. */
export interface ConnectorsState {
  readonly total: number;
  readonly down: number;
  /** Running runs that wait for a connector's answer. */
  readonly waiting: number;
}

export const readConnectorsState = async (db: Db): Promise<ConnectorsState> => {
  const { rows } = await sql<ConnectorsState>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE failures > 0))::int AS down,
      (SELECT count(*) FROM runs WHERE status = 'running' AND waiting_for->>'kind' = 'records')::int AS waiting
    FROM connectors`.execute(db);
  return rows[0]!;
};
