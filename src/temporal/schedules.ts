import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { PayloadRefusedError } from './codec.ts';
import { grpcCodeOf } from './grpc-code.ts';

export interface WantedSchedule {
  /** The schedule's id, which is also the prefix of its workflows' ids. */
  readonly scheduleId: string;
  readonly workflowType: string;
  readonly taskQueue: string;
  /** Interval; 0 deletes the schedule. */
  readonly everySeconds: number;
  /**
   * The workflow's only argument. Every workflow needs one because a worker shows that it has the workflow's key by opening it. A
   * signal under any other unknown key is then refused at once instead of waiting for that key to become available.
   */
  readonly input: object;
  readonly timeout: '6h' | '24h';
}

/** Creates or updates a Temporal schedule. Any worker may call this at any time, and the last call wins. */
export const ensureSchedule = async (client: Client, wanted: WantedSchedule): Promise<void> => {
  const { scheduleId } = wanted;
  const handle = client.schedule.getHandle(scheduleId);
  if (wanted.everySeconds === 0) {
    await deleteSchedule(client, scheduleId);
    return;
  }
  const schedule = scheduleOf(wanted);
  try {
    await client.schedule.create({ scheduleId, ...schedule });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    try {
      await handle.update(({ state }) => ({ ...schedule, state }));
    } catch (refused) {
      // An update first opens the old schedule, which may have been written by someone else.
      if (!(refused instanceof PayloadRefusedError)) throw refused;
      await deleteSchedule(client, scheduleId);
      await client.schedule.create({ scheduleId, ...schedule });
    }
  }
};

const scheduleOf = ({ scheduleId, workflowType, taskQueue, everySeconds, input, timeout }: WantedSchedule) =>
  ({
    spec: { intervals: [{ every: everySeconds * 1_000 }] },
    action: {
      type: 'startWorkflow',
      workflowType,
      workflowId: scheduleId,
      taskQueue,
      args: [input],
      workflowExecutionTimeout: timeout,
    },
    // Only one workflow runs at a time. A missed run is not repeated, because the next one covers it.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  }) satisfies Omit<ScheduleOptions, 'scheduleId'>;

const deleteSchedule = async (client: Client, scheduleId: string): Promise<void> => {
  await client.schedule
    .getHandle(scheduleId)
    .delete()
    .catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError) && !lacksSchedules(error)) throw error;
    });
};

/**
 * Returns whether a server does not support schedules, so that it has none to delete. Temporal's test server
 * is one.
 */
const lacksSchedules = (error: unknown): boolean => grpcCodeOf(error) === 'UNIMPLEMENTED';
