import type { Client } from '@temporalio/client';
import { liveAgentName } from '../../governance/live/agent-name.ts';
import type { StoredLiveRun } from './live.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute, verticalAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import { executionTimeoutOf, SANDBOX_WAIT_MS } from '../agent/workflow-limits.ts';

interface StartLive<Run> {
  /** Base name for the installation's queues. */
  readonly taskQueue: string;
  readonly run: Run;
  readonly deadlineMs: number;
}

/**
 * Starts a live run's workflow. The run's id is the workflow's id, so a second call has no effect.
 * @throws ServiceError or a gRPC error when Temporal is unavailable; the reconciler then starts the run later
 */
export const startLiveRun = async (client: Client, options: StartLive<StoredLiveRun>): Promise<void> =>
  startLive(client, { ...options, vertical: options.run.vertical });

/**
 * Starts the workflow of a live run of any vertical.
 * @param options the vertical's id, and the time in milliseconds for which the run's own steps may wait for people
 */
export const startLive = async (
  client: Client,
  {
    taskQueue,
    run,
    vertical,
    waitMs = 0,
    deadlineMs,
  }: StartLive<Omit<StoredLiveRun, 'vertical'>> & { readonly vertical: string; readonly waitMs?: number },
): Promise<void> =>
  startOnce(client, {
    workflow: 'liveRun',
    workflowId: run.run_id,
    taskQueue: queuesOf(taskQueue).steps,
    input: {
      ...run,
      agent: liveAgentName(vertical),
      sandbox_queue: queuesOf(taskQueue).sandboxes,
      sandbox_wait_ms: SANDBOX_WAIT_MS,
    },
    executionTimeout: executionTimeoutOf(run.budgets, run.ask) + waitMs,
    summary: `live ${vertical} run`,
    searchAttributes: [
      { key: teamIdAttribute, value: run.team_id },
      { key: verticalAttribute, value: vertical },
    ],
    deadlineMs,
  });
