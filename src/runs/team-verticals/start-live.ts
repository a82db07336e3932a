import type { Client } from '@temporalio/client';
import { liveAgentName } from '../../governance/live/agent-name.ts';
import { ASKED_AT_MOST_MS } from '../../governance/reviews/asks.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute, verticalAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import { executionTimeoutOf, SANDBOX_WAIT_MS } from '../agent/workflow-limits.ts';
import type { StoredTeamLiveRun } from './live.ts';
import type { TeamLiveRunInput } from './workflow.ts';

/**
 * Starts the workflow of a live run of a team's vertical. The run's id is the workflow's id, so a second call has no effect.
 * @throws ServiceError or a gRPC error when Temporal is unavailable; the reconciler then starts the run later
 */
export const startTeamLiveRun = async (
  client: Client,
  {
    taskQueue,
    run,
    deadlineMs,
  }: { readonly taskQueue: string; readonly run: StoredTeamLiveRun; readonly deadlineMs: number },
): Promise<void> => {
  const { id: vertical, steps } = run.version;
  const input: TeamLiveRunInput = {
    ...run,
    agent: liveAgentName(vertical),
    sandbox_queue: queuesOf(taskQueue).sandboxes,
    sandbox_wait_ms: SANDBOX_WAIT_MS,
  };
  const reviews = steps.filter((kind) => kind === 'review').length;
  await startOnce(client, {
    workflow: 'liveRun',
    workflowId: run.run_id,
    taskQueue: queuesOf(taskQueue).steps,
    input,
    executionTimeout: executionTimeoutOf(run.budgets, run.ask) + reviews * 2 * ASKED_AT_MOST_MS,
    summary: `live ${vertical} run`,
    searchAttributes: [
      { key: teamIdAttribute, value: run.team_id },
      { key: verticalAttribute, value: vertical },
    ],
    deadlineMs,
  });
};
