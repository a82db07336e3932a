import type { Kysely } from 'kysely';
import { Backtest } from '../../governance/rule-sets/verticals/backtest.ts';
import { actedBy, type Ledger } from '../../ledger/index.ts';
import { ruleSetRow } from '../../runs/rule-sets/rows.ts';
import type { BacktestInput, BacktestPart } from '../../runs/rule-sets/workflow.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { findBacktest, type StoredBacktest } from '../../store/rule-sets/backtests.ts';
import { advanceBacktest, failBacktest, nextRuns } from '../../store/rule-sets/backtest-progress.ts';
import { RefusedError } from '../common/failures.ts';
import { redecideAll } from './redecide-all.ts';

export interface BacktestDependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
}

/** Number of runs in a part, which are in memory at the same time. */
const PART = 200;
/** Creates the activities of backtests, which read finished runs and change only the backtest. */
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
  const sums = new Backtest(backtest.result, { keepsEach: backtest.run_ids !== null });
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
