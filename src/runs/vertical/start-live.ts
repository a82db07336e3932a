import type { Client } from '@temporalio/client';
import { liveAgentName } from '../../governance/live/agent-name.ts';
import type { StoredLiveRun } from './live.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute, verticalAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import { executionTimeoutOf, SANDBOX_WAIT_MS } from '../agent/workflow-limits.ts';
import type { LiveRunInput } from './workflow.ts';

/**
 * Starts a live run's workflow. The run's id is the workflow's id, so a second call has no effect.
 * @param taskQueue base name for the installation's queues
 * @throws ServiceError or a gRPC error when Temporal is unavailable; the reconciler then starts the run later
 */
export const startLiveRun = async (
  client: Client,
  options: { readonly taskQueue: string; readonly run: StoredLiveRun; readonly deadlineMs: number },
): Promise<void> => {
  const { run, taskQueue } = options;
  const input: LiveRunInput = {
    ...run,
    agent: liveAgentName(run.vertical),
    sandbox_queue: queuesOf(taskQueue).sandboxes,
    sandbox_wait_ms: SANDBOX_WAIT_MS,
  };
  await startOnce(client, {
    workflow: 'liveRun',
    workflowId: input.run_id,
    taskQueue: queuesOf(taskQueue).steps,
    input,
    executionTimeout: executionTimeoutOf(run.budgets, run.ask),
    summary: `live ${input.vertical} run`,
    searchAttributes: [
      { key: teamIdAttribute, value: input.team_id },
      { key: verticalAttribute, value: input.vertical },
    ],
    deadlineMs: options.deadlineMs,
  });
};
