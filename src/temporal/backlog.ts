import type { Client } from '@temporalio/client';
import temporalProto from '@temporalio/proto';
import { queuesOf } from './queues.ts';

const { TaskQueueType } = temporalProto.temporal.api.enums.v1;
const DEADLINE_MS = 3_000;

/**
 * Reads how many tasks wait in each of the installation's task queues, workflow and activity tasks together. A sandbox host's own
 * queue is left out, because other hosts cannot serve it.
 */
export const readBacklogs = async (
  client: Client,
  settings: { readonly TEMPORAL_NAMESPACE: string; readonly TEMPORAL_TASK_QUEUE: string },
): Promise<readonly { readonly queue: string; readonly tasks: number; readonly oldestSeconds: number }[]> => {
  const { steps, models, webhooks, sandboxes } = queuesOf(settings.TEMPORAL_TASK_QUEUE);
  const read = async (name: string, taskQueueType: temporalProto.temporal.api.enums.v1.TaskQueueType) => {
    const { stats } = await client.connection.withDeadline(Date.now() + DEADLINE_MS, async () =>
      client.workflowService.describeTaskQueue({
        namespace: settings.TEMPORAL_NAMESPACE,
        taskQueue: { name },
        taskQueueType,
        reportStats: true,
      }),
    );
    const age = stats?.approximateBacklogAge;
    return {
      tasks: Number(stats?.approximateBacklogCount ?? 0),
      oldestSeconds: Number(age?.seconds ?? 0) + (age?.nanos ?? 0) / 1e9,
    };
  };
  return Promise.all(
    [steps, models, webhooks, sandboxes].map(async (queue) => {
      const both = await Promise.all([
        read(queue, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW),
        read(queue, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY),
      ]);
      return {
        queue,
        tasks: both[0].tasks + both[1].tasks,
        oldestSeconds: Math.max(both[0].oldestSeconds, both[1].oldestSeconds),
      };
    }),
  );
};
