import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';

/** A run that Temporal may not have received, or whose cancellation may not have reached Temporal. */
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

/** Returns up to a hundred runs with status `running` that started at least `olderThanMs` ago, oldest first. */
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

/** Returns which of the given runs have ended. */
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

/** Returns unsettled runs of a minimum age, whose start or cancellation must be sent to Temporal again. */
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
