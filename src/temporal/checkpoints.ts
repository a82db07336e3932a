import type { Client } from '@temporalio/client';
import type { Signing } from '../ledger/sign.ts';
import { ensureSchedule } from './schedules.ts';
import { teamIdAttribute } from './search-attributes.ts';

/** Each installation has its own schedule, named after its task queue. */
const scheduleIdOf = (taskQueue: string): string => `ledger-checkpoints-${taskQueue}`;

/** Maximum duration of a pass. Temporal ends a longer one, so that the schedule continues. */
const EXECUTION_TIMEOUT = '6h';

/**
 * Schedules the signing of checkpoints at intervals; an interval of 0 seconds ends the schedule. Any worker may call this at any
 * time, because there is only one schedule and the last call sets the interval.
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
 * Signs a checkpoint for one team now. Each call starts its own workflow, because one that is already running may miss the newest
 * rows.
 * @param deadlineMs how long to wait for Temporal and for the checkpoint
 * @throws a gRPC error when Temporal is unavailable or the deadline passes
 */
export const signTeamCheckpointNow = async (
  client: Client,
  options: {
    readonly taskQueue: string;
    readonly teamId: string;
    readonly workflowId: string;
    readonly deadlineMs: number;
  },
): Promise<Signing> =>
  client.withDeadline(Date.now() + options.deadlineMs, async () =>
    client.workflow.execute<(input: { readonly team_id: string }) => Promise<Signing>>('teamCheckpoint', {
      workflowId: options.workflowId,
      taskQueue: options.taskQueue,
      args: [{ team_id: options.teamId }],
      workflowExecutionTimeout: EXECUTION_TIMEOUT,
      staticSummary: 'ledger checkpoint',
      typedSearchAttributes: [{ key: teamIdAttribute, value: options.teamId }],
    }),
  );
