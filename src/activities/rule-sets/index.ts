import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { RuleSet } from '../../contract/rule-set.ts';
import { NOTHING_KNOWN } from '../../governance/known.ts';
import { maskJson } from '../../governance/mask.ts';
import { compileRuleSet, isCompiled, type CompiledRuleSet } from '../../governance/rule-sets/compile.ts';
import { Backtest } from '../../governance/rule-sets/verticals/backtest.ts';
import { decideFacts } from '../../governance/rule-sets/verticals/decide.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { actedBy, type Ledger } from '../../ledger/index.ts';
import { ruleSetRow } from '../../runs/rule-sets/rows.ts';
import type { BacktestInput, BacktestPart } from '../../runs/rule-sets/workflow.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import {
  advanceBacktest,
  failBacktest,
  findBacktest,
  nextRuns,
  type RunToRedecide,
  type StoredBacktest,
} from '../../store/rule-sets/backtests.ts';
import { RefusedError } from '../common/failures.ts';
import { verticalWork } from '../verticals/index.ts';
import { factsOfRuns, openFinished } from './finished-runs.ts';

export interface BacktestDependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
}

/** Number of runs in a part, which are in memory at the same time. */
const PART = 200;
/** Number of cases that are opened at the same time. */
const AT_ONCE = 10;

/** Creates the activities of backtests, which read finished runs and write nothing but the backtest. */
export const createBacktestActivities = (deps: BacktestDependencies) => ({
  backtestRuns: async (input: BacktestInput): Promise<BacktestPart> => {
    const backtest = await findBacktest(deps.db, { teamId: input.team_id, id: input.workflow_id });
    if (backtest === undefined) throw new RefusedError('There is no such backtest.');
    return backtest.state === 'running' ? backtestPart(deps, backtest) : { is_finished: true };
  },

  /** Ends a backtest that failed. */
  endBacktest: async ({ workflow_id: id }: BacktestInput): Promise<void> => failBacktest(deps.db, id),
});

export type BacktestActivities = ReturnType<typeof createBacktestActivities>;

const backtestPart = async (deps: BacktestDependencies, backtest: StoredBacktest): Promise<BacktestPart> => {
  const left = backtest.total - backtest.done;
  const runs = left <= 0 ? [] : await nextRuns(deps.db, backtest, Math.min(PART, left));
  const sums = new Backtest(backtest.result);
  if (runs.length > 0) await redecideAll(deps, backtest, runs, sums);
  const done = backtest.done + runs.length;
  const isFinished = done >= backtest.total || runs.length === 0;
  const progress = { done, cursor: runs.at(-1), result: sums.numbers(), isFinished };
  await deps.db.transaction().execute(async (tx) => {
    if (!(await advanceBacktest(tx, backtest, progress)) || !isFinished) return;
    const { runs: redecided, matrix, as_recorded, approved, skipped } = progress.result;
    await deps.ledger.appendIn(tx, {
      ...ruleSetRow({
        teamId: backtest.team_id,
        ruleSetId: backtest.rule_set_id,
        name: backtest.pin.id,
        version: backtest.pin.version,
        sha256: backtest.pin.sha256,
        action: 'rules.backtested',
        key: backtest.id,
        summary: `${backtest.pin.id}@${backtest.pin.version} was tried on ${redecided} finished runs.`,
        detail: {
          backtest: backtest.id,
          against: { ...backtest.against },
          runs: redecided,
          matrix: { ...matrix },
          as_recorded,
          approved_paise: { ...approved },
          skipped: { ...skipped },
        },
        actor: actedBy(backtest.asked_by, { workflow_id: backtest.id }),
      }),
    });
  });
  return { is_finished: isFinished };
};

const redecideAll = async (
  deps: BacktestDependencies,
  backtest: StoredBacktest,
  runs: readonly RunToRedecide[],
  sums: Backtest,
): Promise<void> => {
  const { team_id: teamId } = backtest;
  const vertical = backtest.vertical as VerticalId;
  const after = compiledFrom(backtest.document);
  const before = compiledFrom(backtest.against_document);
  const found = await factsOfRuns(deps.db, teamId, runs);
  const open = await openFinished(deps, { teamId, vertical }, runs);
  const { redecide } = verticalWork[vertical];
  for (let at = 0; at < runs.length; at += AT_ONCE) {
    const some = runs.slice(at, at + AT_ONCE);
    const cases = await Promise.all(some.map(async ({ ledger_ref: ref }) => open(ref)));
    for (const [index, run] of some.entries()) {
      const opened = cases[index];
      const facts = found.get(run.ledger_ref);
      if (opened === undefined) sums.skip('erased');
      // The rows of an old run may have been moved to a segment.
      else if (facts === undefined || !isComplete(vertical, facts)) sums.skip('incomplete');
      else {
        // What is shown of the result is masked below.
        const read = { ...opened, known: NOTHING_KNOWN, now: run.created_at, facts };
        const decide = await redecide({ ...read, db: deps.db, teamId });
        const sides = { before: decide(before), after: decide(after) };
        sums.add({
          runId: run.id,
          recorded: run.decision,
          ...sides,
          hits: () => ({
            before: decideFacts(before, sides.before.facts).hits,
            after: decideFacts(after, sides.after.facts).hits,
          }),
          mask: (value) => maskJson(value, opened.known()) as typeof value,
        });
      }
      // A rule set may compute for long, and other activities must not wait for all runs.
      await setImmediate();
    }
  }
};

/** Returns whether all steps are there whose facts decide a run. */
const isComplete = (vertical: VerticalId, facts: Readonly<Record<string, unknown>>): boolean => {
  const decisive = { kyc: [3, 4], it: [1, 3, 6, 7], support: [1, 2, 3], voice: [2, 3] }[vertical];
  return decisive.every((n) => facts[n] !== undefined);
};

const compiledFrom = (document: string): CompiledRuleSet => {
  const compiled = compileRuleSet(JSON.parse(document) as RuleSet);
  if (!isCompiled(compiled)) throw new RefusedError('The rule set of a backtest has faults.');
  return compiled;
};
