import type { Client } from '@temporalio/client';
import type { Signing } from '../ledger/sign.ts';
import { ensureSchedule } from './schedules.ts';
import { teamIdAttribute } from './search-attributes.ts';

/** Each installation has one schedule, distinguished by its task queue. */
const scheduleIdOf = (taskQueue: string): string => `ledger-checkpoints-${taskQueue}`;

/** Maximum duration of a pass. A longer pass is ended, so that the schedule continues. */
const EXECUTION_TIMEOUT = '6h';

/**
 * Makes Temporal sign checkpoints at intervals. Any worker may call this at any time: there is one schedule, and the last call
 * determines the interval. An interval of 0 ends it.
 */
export const ensureCheckpointSchedule = async (
  client: Client,
  { taskQueue, everySeconds }: { readonly taskQueue: string; readonly everySeconds: number },
): Promise<void> =>
  ensureSchedule(client, {
    scheduleId: scheduleIdOf(taskQueue),
    workflowType: 'ledgerCheckpoints',
    taskQueue,
    everySeconds,
    input: { after: '' },
    timeout: EXECUTION_TIMEOUT,
  });

/**
 * Starts signing a checkpoint for one team. Each call starts its own workflow, because a workflow that is already running may not
 * see the newest rows.
 * @param deadlineMs how long to wait for Temporal
 * @returns the workflow, whose result is the signing result
 * @throws a gRPC error when Temporal is unavailable or the deadline passes
 */
export const startTeamCheckpoint = async (
  client: Client,
  options: {
    readonly taskQueue: string;
    readonly teamId: string;
    readonly workflowId: string;
    readonly deadlineMs: number;
  },
): Promise<{ readonly result: () => Promise<Signing> }> =>
  client.withDeadline(Date.now() + options.deadlineMs, async () =>
    client.workflow.start<(input: { readonly team_id: string }) => Promise<Signing>>('teamCheckpoint', {
      workflowId: options.workflowId,
      taskQueue: options.taskQueue,
      args: [{ team_id: options.teamId }],
      workflowExecutionTimeout: EXECUTION_TIMEOUT,
      staticSummary: 'ledger checkpoint',
      typedSearchAttributes: [{ key: teamIdAttribute, value: options.teamId }],
    }),
  );
