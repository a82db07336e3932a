import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { isToSignal } from '../../store/db/signal-again.ts';
import type { RunOfTeam } from './read.ts';

/**
 * Stores what a run waits for, so that its GET can show it. The wait's beginning stays until the wait has
 * ended. If the breaker is open, the code of the call that opened it says more than `circuit_open`.
 */
export const noteWait = async (
  db: Kysely<Database>,
  { teamId, runId }: RunOfTeam,
  {
    serves,
    connector,
    code,
    tookMs = 0,
  }: {
    readonly serves: string;
    readonly connector: string;
    readonly code: string;
    /** Milliseconds since the run asked. An answer since then is news for it. */
    readonly tookMs?: number;
  },
): Promise<void> => {
  await sql`
    UPDATE runs SET woken_at = NULL, waiting_for = jsonb_build_object('kind', 'records', 'records', ${serves}::text,
      'connector', ${connector}::text,
      'code', CASE WHEN ${code} = 'circuit_open' THEN coalesce(waiting_for->>'code', ${code}) ELSE ${code} END,
      'since', coalesce(waiting_for->>'since',
        to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      'asked_at', to_char((clock_timestamp() - make_interval(secs => ${tookMs / 1_000})) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    WHERE id = ${runId} AND team_id = ${teamId} AND status = 'running'`.execute(db);
};

/** Removes a run's wait. */
export const endWait = async (db: Kysely<Database>, { teamId, runId }: RunOfTeam): Promise<void> => {
  await db
    .updateTable('runs')
    .set({ waiting_for: null })
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .where('waiting_for', 'is not', null)
    .execute();
};

/**
 * Claims runs that should ask again now: their connector has answered, was changed or deleted since they
 * asked. Of the runs that wait for an open circuit breaker, one is claimed when its pause is over, to test
 * whether the system works again. A run whose own answer cannot be read waits for a change of the connector.
 * A claimed run is not claimed again until it has asked, or for 30 s, however many workers look.
 */
export const claimRunsToWake = async (
  db: Kysely<Database>,
  limit: number,
): Promise<readonly { readonly id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    WITH waiting AS (
      SELECT r.id, c.id AS connector, c.failures, c.open_until, c.answered_at, c.updated_at,
        (r.waiting_for->>'asked_at')::timestamptz AS asked_at,
        r.waiting_for->>'code' IN ('mapping_failed', 'record_invalid', 'ambiguous') AS unreadable,
        ${isToSignal('r.woken_at')} AS to_wake
      FROM runs r LEFT JOIN connectors c ON c.team_id = r.team_id AND c.name = r.waiting_for->>'connector'
      WHERE r.waiting_for->>'kind' = 'records' AND r.status = 'running'),
    wanted AS (
      (SELECT id FROM waiting
       WHERE to_wake AND (connector IS NULL OR updated_at > asked_at
         OR (failures = 0 AND answered_at > asked_at AND NOT unreadable))
       ORDER BY asked_at LIMIT ${limit})
      UNION
      (SELECT DISTINCT ON (connector) id FROM waiting
       WHERE failures > 0 AND open_until <= now() ORDER BY connector, asked_at))
    UPDATE runs SET woken_at = now()
    WHERE id IN (SELECT id FROM wanted) AND status = 'running' AND waiting_for IS NOT NULL
      -- Another worker may have claimed it in the meantime.
      AND ${isToSignal('woken_at')}
    RETURNING id`.execute(db);
  return rows;
};
