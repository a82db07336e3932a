import { setImmediate } from 'node:timers/promises';
import type { RuleSet } from '../../contract/rule-set.ts';
import { NOTHING_KNOWN } from '../../governance/known.ts';
import { maskJson } from '../../governance/mask.ts';
import { type CompiledRuleSet, compileRuleSet, isCompiled } from '../../governance/rule-sets/compile.ts';
import type { Backtest } from '../../governance/rule-sets/verticals/backtest.ts';
import { decideFacts } from '../../governance/rule-sets/verticals/decide.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import type { StoredBacktest } from '../../store/rule-sets/backtests.ts';
import type { RunToRedecide } from '../../store/rule-sets/backtest-progress.ts';
import { RefusedError } from '../common/failures.ts';
import { verticalWork } from '../verticals/index.ts';
import { factsOfRuns, openFinished } from './finished-runs.ts';
import type { BacktestDependencies } from './index.ts';

/** Number of cases that are opened at the same time. */
const AT_ONCE = 10;

/** Decides finished runs again under the version that is tried, and adds up the differences. */
export const redecideAll = async (
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
