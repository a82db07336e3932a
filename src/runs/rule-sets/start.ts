import type { Client } from '@temporalio/client';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import type { BacktestInput } from './workflow.ts';

/** Maximum duration of a backtest in milliseconds. */
const EXECUTION_TIMEOUT = 24 * 3_600_000;

/**
 * Starts a backtest's workflow. A second call has no effect.
 * @throws ServiceError or a gRPC error when Temporal is unavailable; the reconciler then starts it later
 */
export const startBacktest = async (
  client: Client,
  {
    id,
    teamId,
    taskQueue,
    deadlineMs,
  }: {
    readonly id: string;
    readonly teamId: string;
    readonly taskQueue: string;
    readonly deadlineMs: number;
  },
): Promise<void> => {
  const input: BacktestInput = { workflow_id: id, team_id: teamId };
  await startOnce(client, {
    workflow: 'ruleSetBacktest',
    workflowId: id,
    taskQueue: queuesOf(taskQueue).steps,
    input,
    executionTimeout: EXECUTION_TIMEOUT,
    summary: 'backtest of a rule set',
    searchAttributes: [{ key: teamIdAttribute, value: teamId }],
    deadlineMs,
  });
};
