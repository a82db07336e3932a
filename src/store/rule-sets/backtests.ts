import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { NO_NUMBERS, type BacktestNumbers } from '../../governance/rule-sets/verticals/backtest.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
type Tx = Transaction<Database>;

export type StoredBacktest = Selectable<Database['rule_set_backtests']>;

/** Maximum number of a team's backtests that run at the same time. */
export const MAX_BACKTESTS = 2;

export interface NewBacktest {
  readonly teamId: string;
  readonly ruleSetId: string;
  readonly vertical: VerticalId;
  readonly pin: PinnedRuleSet;
  readonly document: string;
  readonly against: PinnedRuleSet;
  readonly againstDocument: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Maximum number of runs. */
  readonly limit: number;
  readonly askedBy: Actor;
}

const finishedRuns = (db: Db, { teamId, vertical }: { readonly teamId: string; readonly vertical: string }) =>
  db
    .selectFrom('runs')
    .where('team_id', '=', teamId)
    .where('vertical', '=', vertical)
    .where('status', '=', 'succeeded');

/** Stores a backtest to run. @returns undefined if as many of the team's are running as may */
export const createBacktest = async (tx: Tx, given: NewBacktest): Promise<StoredBacktest | undefined> => {
  const { teamId, from } = given;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`backtests ${teamId}`}, 0))`.execute(tx);
  const { running } = await tx
    .selectFrom('rule_set_backtests')
    .select(({ fn }) => fn.countAll<string>().as('running'))
    .where('team_id', '=', teamId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  if (Number(running) >= MAX_BACKTESTS) return undefined;
  const to = given.to === null ? new Date() : new Date(given.to);
  const counted = await tx
    .selectFrom(
      finishedRuns(tx, given)
        .select('id')
        .where('created_at', '<', to)
        .$if(from !== null, (runs) => runs.where('created_at', '>=', new Date(from!)))
        .limit(given.limit)
        .as('runs'),
    )
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return tx
    .insertInto('rule_set_backtests')
    .values({
      id: newId('bt'),
      team_id: teamId,
      rule_set_id: given.ruleSetId,
      vertical: given.vertical,
      pin: JSON.stringify(given.pin),
      document: given.document,
      against: JSON.stringify(given.against),
      against_document: given.againstDocument,
      from_at: from,
      to_at: to,
      total: Number(counted.total),
      result: JSON.stringify(NO_NUMBERS),
      asked_by: JSON.stringify(given.askedBy),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

export const findBacktest = async (
  db: Db,
  { teamId, id }: { readonly teamId: string; readonly id: string },
): Promise<StoredBacktest | undefined> =>
  db
    .selectFrom('rule_set_backtests')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();

/** A finished run to decide again. */
export interface RunToRedecide {
  readonly id: string;
  readonly ledger_ref: string;
  readonly mode: 'simulated' | 'live';
  readonly decision: string;
  readonly created_at: Date;
}

/** Returns the next runs of a backtest, newest first. */
export const nextRuns = async (
  db: Db,
  backtest: StoredBacktest,
  limit: number,
): Promise<readonly RunToRedecide[]> => {
  const { team_id: teamId, vertical, from_at: from, to_at: to, cursor_at: at, cursor_id: id } = backtest;
  const rows = await finishedRuns(db, { teamId, vertical })
    .select(['id', 'ledger_ref', 'mode', 'decision', 'created_at'])
    .where('created_at', '<', to)
    .$if(from !== null, (runs) => runs.where('created_at', '>=', from!))
    .$if(at !== null, (runs) => runs.where(sql<boolean>`(created_at, id) < (${at}, ${id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, decision: row.decision ?? '' }));
};

export interface BacktestProgress {
  readonly done: number;
  readonly cursor: Pick<RunToRedecide, 'id' | 'created_at'> | undefined;
  readonly result: BacktestNumbers;
  readonly isFinished: boolean;
}

/**
 * Stores how far a backtest is, once: a repeated attempt, which has started from the same place, changes nothing.
 * @returns false if the backtest has gone on already
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

/** Ends a backtest that cannot go on. */
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

/** Returns backtests that Temporal has not received yet. */
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
