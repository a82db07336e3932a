import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { NO_NUMBERS } from '../../governance/rule-sets/verticals/backtest-numbers.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { verticalDecidedBy } from '../../governance/verticals/rule-sets.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../db/schema.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

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
  /** Only these runs. */
  readonly runs?: readonly string[] | undefined;
  readonly askedBy: Actor;
}

/**
 * Selects a team's finished runs that a rule set decides: those of its vertical, or those whose bill was adjudicated under its terms.
 */
export const finishedRuns = (
  db: Db,
  {
    teamId,
    vertical,
    ruleSet,
    runs: ids,
  }: Record<'teamId' | 'vertical' | 'ruleSet', string> & {
    readonly runs?: readonly string[] | null | undefined;
  },
) =>
  db
    .selectFrom('runs')
    .where('team_id', '=', teamId)
    .where('vertical', '=', vertical)
    .where('status', '=', 'succeeded')
    .$if(ids != null, (runs) => runs.where('id', 'in', ids!))
    .$if(verticalDecidedBy(ruleSet) !== vertical, (runs) =>
      runs.where(sql<boolean>`adjudication -> 'rule_set' ->> 'id' = ${ruleSet}`),
    );

/**
 * Stores a backtest to run.
 * @returns undefined if the maximum number of the team's backtests is running
 */
export const createBacktest = async (tx: Tx, given: NewBacktest): Promise<StoredBacktest | undefined> => {
  const { teamId, from } = given;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`backtests ${teamId}`}, 0))`.execute(tx);
  // The database's clock also dates the runs.
  const { running, now } = await tx
    .selectFrom('rule_set_backtests')
    .select(({ fn }) => [fn.countAll<string>().as('running'), sql<Date>`clock_timestamp()`.as('now')])
    .where('team_id', '=', teamId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  if (Number(running) >= MAX_BACKTESTS) return undefined;
  const to = given.to === null ? now : new Date(given.to);
  const counted = await tx
    .selectFrom(
      finishedRuns(tx, { ...given, ruleSet: given.pin.id })
        .select('id')
        .$if(given.runs === undefined, (runs) => runs.where('created_at', '<', to))
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
      run_ids: given.runs === undefined ? null : [...given.runs],
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
