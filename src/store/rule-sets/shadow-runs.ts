/** What a worker reads and writes when a shadow decides a run. */
import { sql } from 'kysely';
import { KEPT } from '../../governance/rule-sets/verticals/backtest.ts';
import type {
  BacktestDifference,
  BacktestNumbers,
} from '../../governance/rule-sets/verticals/backtest-numbers.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { verticalDecidedBy } from '../../governance/verticals/rule-sets.ts';
import { runToRedecide, type RunToRedecide } from './backtest-progress.ts';
import { finishedRuns } from './backtests.ts';
import type { StoredShadow } from './shadows.ts';
import type { Db, Tx } from './versions.ts';

/** A finished run with the version that decided it; null if the run does not say. */
export interface RunForShadow extends RunToRedecide {
  readonly pin: PinnedRuleSet | null;
}

/** Returns a run that a shadow decides; undefined if it has not succeeded, or was not decided by the shadow's rule set. */
export const runForShadow = async (
  db: Db,
  { team_id: teamId, vertical, pin }: StoredShadow,
  runId: string,
): Promise<RunForShadow | undefined> => {
  const row = await finishedRuns(db, { teamId, vertical, ruleSet: pin.id })
    .select(runToRedecide)
    .select(['decided_under', sql<PinnedRuleSet | null>`adjudication -> 'rule_set'`.as('terms')])
    .where('id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { decided_under: rules, terms, ...run } = row;
  return {
    ...run,
    decision: run.decision ?? '',
    pin: verticalDecidedBy(pin.id) === vertical ? rules : terms,
  };
};

/** Locks a shadow, so that its runs are added one after another. @returns undefined if it has ended */
export const lockShadow = async (tx: Tx, id: string): Promise<StoredShadow | undefined> =>
  tx
    .selectFrom('rule_set_shadows')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();

/** Adds a run to a locked shadow. @returns false if it was added before */
export const addShadowRun = async (
  tx: Tx,
  shadow: StoredShadow,
  { runId, difference }: { readonly runId: string; readonly difference: BacktestDifference | undefined },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rule_set_shadow_runs')
    .values({
      shadow_id: shadow.id,
      run_id: runId,
      difference: difference === undefined ? null : JSON.stringify(difference),
      size: difference?.amount ?? '0',
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  if (difference !== undefined) await dropSmallDifferences(tx, shadow.id);
  return true;
};

/**
 * Keeps only the traces of the largest differences, because traces are long and a shadow may decide a million
 * runs.
 */
const dropSmallDifferences = async (tx: Tx, shadowId: string): Promise<void> => {
  const beyond = tx
    .selectFrom('rule_set_shadow_runs')
    .select('run_id')
    .where('shadow_id', '=', shadowId)
    .where('difference', 'is not', null)
    .orderBy('size', 'desc')
    .orderBy('run_id')
    .offset(KEPT);
  await tx
    .updateTable('rule_set_shadow_runs')
    .set({ difference: null })
    .where('shadow_id', '=', shadowId)
    .where('run_id', 'in', beyond)
    .execute();
};

/** Stores the numbers of a locked shadow, without the differences. */
export const storeShadowNumbers = async (
  tx: Tx,
  { id, done }: StoredShadow,
  numbers: BacktestNumbers,
): Promise<number> => {
  await tx
    .updateTable('rule_set_shadows')
    .set({ done: done + 1, result: JSON.stringify({ ...numbers, differences: [] }) })
    .where('id', '=', id)
    .execute();
  return done + 1;
};

/** Returns a shadow's numbers with its largest differences. */
export const numbersOfShadow = async (db: Db, { id, result }: StoredShadow): Promise<BacktestNumbers> => {
  const rows = await db
    .selectFrom('rule_set_shadow_runs')
    .select('difference')
    .where('shadow_id', '=', id)
    .where(sql<boolean>`difference IS NOT NULL`)
    .orderBy('size', 'desc')
    .orderBy('run_id')
    .limit(KEPT)
    .execute();
  return { ...result, differences: rows.flatMap(({ difference }) => difference ?? []) };
};
