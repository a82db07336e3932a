import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { PayloadRefusedError } from './codec.ts';

export interface WantedSchedule {
  /** Also the beginning of the ids of the workflows that it starts. */
  readonly scheduleId: string;
  readonly workflowType: string;
  readonly taskQueue: string;
  /** 0 ends the schedule. */
  readonly everySeconds: number;
  /**
   * The one argument of the workflow. Every workflow has one: by opening it a worker learns that it holds the workflow's key,
   * so that a signal under an unknown key is refused and not waited for.
   */
  readonly input: object;
  readonly timeout: '6h' | '24h';
}

/** Makes the engine's schedule the wanted one. Any worker may ask at any time; the last one who asks decides. */
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
      // The client opens the old schedule first, and somebody else may have written that.
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
    // One at a time; one that was missed is made good by the next.
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
