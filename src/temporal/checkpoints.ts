import type { Client } from '@temporalio/client';
import type { Signing } from '../ledger/sign.ts';
import { ensureSchedule } from './schedules.ts';
import { teamIdAttribute } from './search-attributes.ts';

/** One schedule for each installation, which its task queue tells apart. */
const scheduleIdOf = (taskQueue: string): string => `ledger-checkpoints-${taskQueue}`;

/** A pass that takes longer than this is ended, so that the schedule goes on. */
const EXECUTION_TIMEOUT = '6h';

/**
 * Has the engine sign checkpoints at intervals. Any worker may ask for it at any time: there is one schedule, and the
 * last one who asks decides the interval. 0 seconds ends it.
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
 * Signs a checkpoint for one team now. Each asking has a workflow of its own: one under way may not see the newest rows.
 * @param deadlineMs how long to wait for the engine and the work
 * @throws a gRPC error when the engine is away or the time is over
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
