import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { BacktestActivities } from '../activities/rule-sets/index.ts';
import type { BacktestInput } from '../runs/rule-sets/workflow.ts';
import { UNTIL_WRITTEN } from './activity-options.ts';

const { backtestRuns } = proxyActivities<BacktestActivities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 20 },
});
const { endBacktest } = proxyActivities<BacktestActivities>(UNTIL_WRITTEN);

/** Number of parts after which the workflow continues as new. */
const MAX_PARTS = 500;

/**
 * Decides finished runs again under two versions of a rule set, part by part. Its id is the backtest's. The
 * database stores the progress, so a part that is repeated counts once.
 */
export const ruleSetBacktest = async (input: BacktestInput): Promise<void> => {
  try {
    for (let parts = 0; parts < MAX_PARTS && !workflowInfo().continueAsNewSuggested; parts += 1) {
      const { is_finished: isFinished } = await backtestRuns(input);
      if (isFinished) return;
    }
  } catch (error) {
    await endBacktest(input);
    throw error;
  }
  await continueAsNew<typeof ruleSetBacktest>(input);
};
