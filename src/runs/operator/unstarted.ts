import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';

/** A run that Temporal is not known to hold, or whose cancellation may not have reached it. */
export interface UnsettledOperatorRun {
  readonly id: string;
  readonly input: object;
  readonly started: boolean;
  readonly cancel: boolean;
}

export const markOperatorStarted = async (db: Kysely<Database>, runId: string): Promise<void> => {
  await db
    .updateTable('operator_runs')
    .set({ started_at: sql<Date>`coalesce(started_at, now())` })
    .where('id', '=', runId)
    .execute();
};

/** Returns runs with status `running` that started at least `olderThanMs` ago: the oldest, at most a hundred. */
export const runningOperatorRuns = async (
  db: Kysely<Database>,
  olderThanMs: number,
): Promise<readonly { readonly id: string; readonly input: object }[]> =>
  db
    .selectFrom('operator_runs')
    .select(['id', 'input'])
    .where('status', '=', 'running')
    .where('started_at', '<', sql<Date>`now() - ${olderThanMs} * interval '1 millisecond'`)
    .orderBy('created_at')
    .limit(100)
    .execute();

/** Returns those of the given runs that have ended. */
export const endedOperatorRuns = async (
  db: Kysely<Database>,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (runIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('operator_runs')
    .select('id')
    .where('id', 'in', [...runIds])
    .where('status', '=', 'done')
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Returns runs of some age for which Temporal has to be asked again. */
export const unsettledOperatorRuns = async (
  db: Kysely<Database>,
  olderThanMs: number,
): Promise<readonly UnsettledOperatorRun[]> => {
  const rows = await db
    .selectFrom('operator_runs')
    .select(['id', 'input', 'started_at', 'cancel_requested_at'])
    .where('status', '=', 'running')
    .where((where) =>
      where.or([where('started_at', 'is', null), where('cancel_requested_at', 'is not', null)]),
    )
    .where('created_at', '<', sql<Date>`now() - ${olderThanMs} * interval '1 millisecond'`)
    .orderBy('created_at')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    input: row.input,
    started: row.started_at !== null,
    cancel: row.cancel_requested_at !== null,
  }));
};
