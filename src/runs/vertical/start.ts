import type { Client } from '@temporalio/client';
import { SUSPENDED_AT_MOST_MS } from '../../governance/suspension/scopes.ts';
import { RECORDS_WAIT_MS } from '../../governance/records-wait.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute, verticalAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import type { VerticalRunInput } from './workflow.ts';

/**
 * Maximum duration of a simulated run in milliseconds, including the time for which it may be suspended or wait for a record. After
 * that, Temporal ends the run and the reconciler records why.
 */
const EXECUTION_TIMEOUT = 30 * 60_000 + SUSPENDED_AT_MOST_MS + RECORDS_WAIT_MS;

/**
 * Starts a run's workflow. The run's id is the workflow's id and is never reused, so a second call has no effect.
 * @param taskQueue base name for the installation's queues
 * @param deadlineMs how long to wait for Temporal
 * @throws ServiceError or a gRPC error when Temporal is unavailable; the reconciler then starts the run later
 */
export const startVerticalRun = async (
  client: Client,
  options: { readonly taskQueue: string; readonly input: VerticalRunInput; readonly deadlineMs: number },
): Promise<void> => {
  const sandboxes = { sandbox_queue: queuesOf(options.taskQueue).sandboxes };
  const input = { ...options.input, ...(options.input.documents !== undefined && sandboxes) };
  await startOnce(client, {
    workflow: 'verticalRun',
    workflowId: input.run_id,
    taskQueue: queuesOf(options.taskQueue).steps,
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
