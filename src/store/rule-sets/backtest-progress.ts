/** What a worker reads and writes while a backtest runs. */
import { sql } from 'kysely';
import type { BacktestNumbers } from '../../governance/rule-sets/verticals/backtest-numbers.ts';
import { type Db, type StoredBacktest, finishedRuns, type Tx } from './backtests.ts';

/** A finished run to decide again. */
export interface RunToRedecide {
  readonly id: string;
  readonly ledger_ref: string;
  readonly mode: 'simulated' | 'live';
  readonly decision: string;
  /** The amount of the bill that the run approved or proposed, in rupees; null if it adjudicated none. */
  readonly approved: string | null;
  readonly created_at: Date;
}

/** Returns the next runs of a backtest, newest first. */
export const nextRuns = async (
  db: Db,
  backtest: StoredBacktest,
  limit: number,
): Promise<readonly RunToRedecide[]> => {
  const { team_id: teamId, vertical, from_at: from, to_at: to, cursor_at: at, cursor_id: id } = backtest;
  const ids = backtest.run_ids;
  const rows = await finishedRuns(db, { teamId, vertical, ruleSet: backtest.pin.id, runs: ids })
    .select(runToRedecide)
    .$if(ids === null, (runs) => runs.where('created_at', '<', to))
    .$if(from !== null, (runs) => runs.where('created_at', '>=', from!))
    .$if(at !== null, (runs) => runs.where(sql<boolean>`(created_at, id) < (${at}, ${id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, decision: row.decision ?? '' }));
};

/** The columns of a run to decide again. */
export const runToRedecide = [
  'id',
  'ledger_ref',
  'mode',
  'decision',
  'created_at',
  sql<string | null>`adjudication -> 'amount' ->> 'approved'`.as('approved'),
] as const;

export interface BacktestProgress {
  readonly done: number;
  readonly cursor: Pick<RunToRedecide, 'id' | 'created_at'> | undefined;
  readonly result: BacktestNumbers;
  readonly isFinished: boolean;
}

/**
 * Stores the progress of a backtest, once: a repeated attempt, which started from the same place, changes
 * nothing.
 * @returns false if the backtest has already continued
 */
export const advanceBacktest = async (
  tx: Tx,
  { id, done: from }: StoredBacktest,
  { done, cursor, result, isFinished }: BacktestProgress,
): Promise<boolean> => {
  const now = sql<Date>`clock_timestamp()`;
  const { numUpdatedRows } = await tx
    .updateTable('rule_set_backtests')
    .set({
      done,
      result: JSON.stringify(result),
      updated_at: now,
      ...(cursor !== undefined && { cursor_at: cursor.created_at, cursor_id: cursor.id }),
      ...(isFinished && { state: 'succeeded', finished_at: now }),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('done', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Ends a backtest that cannot continue. */
export const failBacktest = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('rule_set_backtests')
    .set({ state: 'failed', finished_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
};

export const markBacktestStarted = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('rule_set_backtests')
    .set({ started_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .execute();
};

/** Returns backtests whose workflow has not been started yet. */
export const backtestsToStart = async (
  db: Db,
  limit: number,
): Promise<readonly { readonly id: string; readonly teamId: string }[]> =>
  db
    .selectFrom('rule_set_backtests')
    .select(['id', 'team_id as teamId'])
    .where('state', '=', 'running')
    .where('started_at', 'is', null)
    .limit(limit)
    .execute();

/** Ends backtests whose workflow was ended from outside: they have not advanced for an hour. */
export const failStalledBacktests = async (db: Db): Promise<void> => {
  await db
    .updateTable('rule_set_backtests')
    .set({ state: 'failed', finished_at: sql<Date>`clock_timestamp()` })
    .where('state', '=', 'running')
    .where('started_at', 'is not', null)
    .where('updated_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
};
