import { activityInfo } from '@temporalio/activity';
import { Backtest, type BacktestedRun } from '../../governance/rule-sets/verticals/backtest.ts';
import type { SkippedBecause } from '../../governance/rule-sets/verticals/backtest-numbers.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { byService, serviceActor } from '../../ledger/index.ts';
import { endShadow } from '../../runs/rule-sets/shadow.ts';
import { shadowRow } from '../../runs/rule-sets/shadow-row.ts';
import type { VerticalRunInput } from '../../runs/vertical/workflow.ts';
import { pinnedRuleSet } from '../../store/rule-sets/applies.ts';
import {
  addShadowRun,
  lockShadow,
  runForShadow,
  type RunForShadow,
  storeShadowNumbers,
} from '../../store/rule-sets/shadow-runs.ts';
import { shadowsOf, type StoredShadow } from '../../store/rule-sets/shadows.ts';
import { isTransient } from '../common/failures.ts';
import { factsOfRuns, openFinished } from './finished-runs.ts';
import type { BacktestDependencies } from './index.ts';
import { isComplete, redecideRun } from './redecide-run.ts';

/** Attempt in which a run that cannot be decided is counted as failed. The workflow makes no more. */
const LAST_ATTEMPT = 3;

export const createShadowActivities = (deps: BacktestDependencies) => ({
  /** Decides a finished run under the versions that its team runs in shadow. Changes nothing but the shadows. */
  decideInShadow: async (run: VerticalRunInput): Promise<void> => {
    const of = { teamId: run.team_id, vertical: run.vertical };
    for (const shadow of await shadowsOf(deps.db, of)) await decideUnder(deps, shadow, run.run_id);
  },
});

export type ShadowActivities = ReturnType<typeof createShadowActivities>;

const decideUnder = async (
  deps: BacktestDependencies,
  shadow: StoredShadow,
  runId: string,
): Promise<void> => {
  const run = await runForShadow(deps.db, shadow, runId);
  if (run === undefined) return;
  await record(deps, shadow, run, await attempt(deps, shadow, run));
};

interface Attempt {
  readonly decided: BacktestedRun | undefined;
  readonly skipped: SkippedBecause | null;
}

const attempt = async (
  deps: BacktestDependencies,
  shadow: StoredShadow,
  run: RunForShadow,
): Promise<Attempt> => {
  try {
    const decided = await decide(deps, shadow, run);
    return typeof decided === 'string'
      ? { decided: undefined, skipped: decided }
      : { decided, skipped: null };
  } catch (error) {
    // A dependency may be back soon. Anything else would fail again.
    if (isTransient(error) && activityInfo().attempt < LAST_ATTEMPT) throw error;
    return { decided: undefined, skipped: 'failed' };
  }
};

const decide = async (
  deps: BacktestDependencies,
  shadow: StoredShadow,
  run: RunForShadow,
): Promise<BacktestedRun | SkippedBecause> => {
  const { team_id: teamId } = shadow;
  const vertical = shadow.vertical as VerticalId;
  const facts = (await factsOfRuns(deps.db, teamId, [run])).get(run.ledger_ref);
  const opened = await (await openFinished(deps, { teamId, vertical }, [run]))(run.ledger_ref);
  if (opened === undefined) return 'erased';
  if (facts === undefined || run.pin === null || !isComplete(vertical, facts)) return 'incomplete';
  const [before, after] = await Promise.all([
    pinnedRuleSet(deps.db, teamId, run.pin),
    pinnedRuleSet(deps.db, teamId, shadow.pin),
  ]);
  const sides = { before: before.compiled, after: after.compiled };
  return redecideRun(deps.db, { teamId, vertical, run, opened, facts }, sides);
};

/** Adds a run to a shadow once, with its row, and ends the shadow after its last run. */
const record = async (
  { db, ledger }: BacktestDependencies,
  { id }: StoredShadow,
  run: RunForShadow,
  { decided, skipped }: Attempt,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const shadow = await lockShadow(tx, id);
    if (shadow === undefined) return;
    const sums = new Backtest({ ...shadow.result, differences: [] });
    if (decided !== undefined) sums.add(decided);
    else if (skipped !== null) sums.skip(skipped);
    const numbers = sums.numbers();
    if (!(await addShadowRun(tx, shadow, { runId: run.id, difference: numbers.differences[0] }))) return;
    const done = await storeShadowNumbers(tx, shadow, numbers);
    await ledger.appendIn(tx, shadowRow(shadow, { run, decided, skipped, step: done }));
    if (done < shadow.max_runs) return;
    const by = serviceActor('shadows');
    await endShadow(tx, ledger, shadow, { by, because: 'count', actor: byService('shadows') });
  });
