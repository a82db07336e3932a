import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { PayloadRefusedError } from './codec.ts';

export interface WantedSchedule {
  /** Id of the schedule and prefix of the ids of the workflows that it starts. */
  readonly scheduleId: string;
  readonly workflowType: string;
  readonly taskQueue: string;
  /** Interval; 0 deletes the schedule. */
  readonly everySeconds: number;
  /**
   * The workflow's only argument. Every workflow has one: by opening it a worker proves that it holds the workflow's key, so that
   * a signal under an unknown key is refused at once instead of waiting for that key.
   */
  readonly input: object;
  readonly timeout: '6h' | '24h';
}

/** Creates or updates a Temporal schedule. Any worker may call this at any time; the last call wins. */
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
      // The client first opens the old schedule, which another party may have written.
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
    // Runs one workflow at a time; the next run makes up for a missed one.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  }) satisfies Omit<ScheduleOptions, 'scheduleId'>;

const deleteSchedule = async (client: Client, scheduleId: string): Promise<void> => {
  await client.schedule
    .getHandle(scheduleId)
    .delete()
    .catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    });
};
