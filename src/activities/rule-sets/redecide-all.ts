import { setImmediate } from 'node:timers/promises';
import type { RuleSet } from '../../contract/rule-set.ts';
import { type CompiledRuleSet, compileRuleSet, isCompiled } from '../../governance/rule-sets/compile.ts';
import type { Backtest } from '../../governance/rule-sets/verticals/backtest.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import type { StoredBacktest } from '../../store/rule-sets/backtests.ts';
import type { RunToRedecide } from '../../store/rule-sets/backtest-progress.ts';
import { RefusedError } from '../common/failures.ts';
import { factsOfRuns, openFinished } from './finished-runs.ts';
import type { BacktestDependencies } from './index.ts';
import { isComplete, redecideRun } from './redecide-run.ts';

/** Number of cases that are opened at the same time. */
const AT_ONCE = 10;

/** Decides finished runs again under the version on trial, and adds up the differences. */
export const redecideAll = async (
  deps: Pick<BacktestDependencies, 'db' | 'vaultRing'>,
  backtest: StoredBacktest,
  runs: readonly RunToRedecide[],
  sums: Backtest,
): Promise<void> => {
  const { team_id: teamId } = backtest;
  const vertical = backtest.vertical as VerticalId;
  const versions = {
    before: compiledFrom(backtest.against_document),
    after: compiledFrom(backtest.document),
  };
  const found = await factsOfRuns(deps.db, teamId, runs);
  const open = await openFinished(deps, { teamId, vertical }, runs);
  for (let at = 0; at < runs.length; at += AT_ONCE) {
    const some = runs.slice(at, at + AT_ONCE);
    const cases = await Promise.all(some.map(async ({ ledger_ref: ref }) => open(ref)));
    for (const [index, run] of some.entries()) {
      const opened = cases[index];
      const facts = found.get(run.ledger_ref);
      if (opened === undefined) sums.skip('erased');
      // The rows of an old run may have been moved to a segment.
      else if (facts === undefined || !isComplete(vertical, facts)) sums.skip('incomplete');
      else sums.add(await redecideRun(deps.db, { teamId, vertical, run, opened, facts }, versions));
      // A rule set may compute for a long time; other activities get a turn between runs.
      await setImmediate();
    }
  }
};

/** Compiles the document of a trial, which was checked when the trial was started. */
export const compiledFrom = (document: string): CompiledRuleSet => {
  const compiled = compileRuleSet(JSON.parse(document) as RuleSet);
  if (!isCompiled(compiled)) throw new RefusedError('The rule set of a trial has faults.');
  return compiled;
};
