import type { Client } from '@temporalio/client';
import { teamIdAttribute, verticalAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import type { VerticalRunInput } from './workflow.ts';

/** Longest life of a simulated run; the engine ends it after that, and the reconciler records why. */
const EXECUTION_TIMEOUT = '30m';

/**
 * Starts the workflow of a run. The run's id is the workflow's, and an id is never used again, so that starting twice
 * is the same as starting once.
 * @param deadlineMs how long to wait for the engine
 * @throws ServiceError or a gRPC error when the engine is away: the reconciler starts the run later
 */
export const startVerticalRun = async (
  client: Client,
  options: { readonly taskQueue: string; readonly input: VerticalRunInput; readonly deadlineMs: number },
): Promise<void> => {
  const { input } = options;
  await startOnce(client, {
    workflow: 'verticalRun',
    workflowId: input.run_id,
    taskQueue: options.taskQueue,
    input,
    executionTimeout: EXECUTION_TIMEOUT,
    summary: `${input.vertical} run`,
    searchAttributes: [
      { key: teamIdAttribute, value: input.team_id },
      { key: verticalAttribute, value: input.vertical },
    ],
    deadlineMs: options.deadlineMs,
  });
};

/**
 * Asks the engine to cancel the workflow of a run of whatever kind, whose id is the run's.
 * @throws WorkflowNotFoundError when it holds none that is open
 */
export const cancelWorkflow = async (client: Client, runId: string, deadlineMs: number): Promise<void> => {
  await client.withDeadline(Date.now() + deadlineMs, () => client.workflow.getHandle(runId).cancel());
};
