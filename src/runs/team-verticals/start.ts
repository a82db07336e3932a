import type { Client } from '@temporalio/client';
import { RECORDS_WAIT_MS } from '../../governance/records-wait.ts';
import { ASKED_AT_MOST_MS } from '../../governance/reviews/asks.ts';
import { SUSPENDED_AT_MOST_MS } from '../../governance/suspension/scopes.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute, verticalAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import type { StoredVerticalVersion } from '../vertical/workflow.ts';
import type { TeamVerticalRunInput } from './workflow.ts';

/** Maximum duration in milliseconds, without waits for people. */
const WORK_MS = 30 * 60_000 + SUSPENDED_AT_MOST_MS + RECORDS_WAIT_MS;

/** Returns the maximum time in milliseconds for which the steps of a run wait for people. */
export const reviewsWaitMs = (steps: StoredVerticalVersion['steps']): number =>
  steps.filter((kind) => kind === 'review').length * 2 * ASKED_AT_MOST_MS;

/**
 * Starts the workflow of a team vertical's run. The run's id is the workflow's id, so a second call has no effect.
 * @throws ServiceError or a gRPC error when Temporal is unavailable; the reconciler then starts the run later
 */
export const startTeamVerticalRun = async (
  client: Client,
  {
    taskQueue,
    input,
    deadlineMs,
  }: { readonly taskQueue: string; readonly input: TeamVerticalRunInput; readonly deadlineMs: number },
): Promise<void> => {
  const runsCode = input.version.steps.includes('run_python');
  const sandboxes = { sandbox_queue: queuesOf(taskQueue).sandboxes };
  await startOnce(client, {
    workflow: 'teamVerticalRun',
    workflowId: input.run_id,
    taskQueue: queuesOf(taskQueue).steps,
    input: { ...input, ...((runsCode || input.documents !== undefined) && sandboxes) },
    executionTimeout: WORK_MS + reviewsWaitMs(input.version.steps),
    summary: `${input.version.id} run`,
    searchAttributes: [
      { key: teamIdAttribute, value: input.team_id },
      { key: verticalAttribute, value: input.version.id },
    ],
    deadlineMs,
  });
};
