import { startBacktest } from '../../runs/rule-sets/start.ts';
import {
  backtestsToStart,
  failStalledBacktests,
  markBacktestStarted,
} from '../../store/rule-sets/backtest-progress.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

/** Starts backtests that Temporal never received, and ends those whose workflow was ended from outside. */
export const reconcileBacktests = async (options: ReconcilerOptions): Promise<void> => {
  const { db, client, taskQueue } = options;
  await reconcileEach(options, await backtestsToStart(db, BATCH), {
    idOf: ({ id }) => id,
    reconcileOne: async (backtest) => {
      await startBacktest(client, { ...backtest, taskQueue, deadlineMs: DEADLINE_MS });
      await markBacktestStarted(db, backtest.id);
      return 'backtest started';
    },
  });
  await failStalledBacktests(db);
};
