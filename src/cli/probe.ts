import { hostname } from 'node:os';
import { Connection } from '@temporalio/client';
import temporalProto from '@temporalio/proto';
import { temporalConnection, readTemporalAccess } from '../temporal/settings.ts';
import { queuesOf } from '../temporal/queues.ts';

/** A poll lasts up to a minute; a worker that has not polled for two minutes is stuck. */
const SILENT_MS = 120_000;

const { TASK_QUEUE_TYPE_WORKFLOW } = temporalProto.temporal.api.enums.v1.TaskQueueType;

/** Returns whether the API of this container answers and reaches its database. */
const probeApi = async (env: NodeJS.ProcessEnv): Promise<boolean> => {
  const response = await fetch(`http://127.0.0.1:${env['PORT'] ?? 3000}/readyz`, {
    signal: AbortSignal.timeout(8_000),
  });
  return response.ok;
};

/** Returns the queue that a worker of these roles serves. */
const queueOf = (env: NodeJS.ProcessEnv): string => {
  const queues = queuesOf(env['TEMPORAL_TASK_QUEUE'] ?? 'steps');
  return env['WORKER_ROLES'] === 'sandboxes' ? queues.sandboxes : queues.steps;
};

/** Returns whether a process of this container has polled Temporal for work lately. */
const probeWorker = async (env: NodeJS.ProcessEnv): Promise<boolean> => {
  const access = readTemporalAccess(env);
  const connection = await Connection.connect({ ...temporalConnection(access), connectTimeout: 8_000 });
  try {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace: access.TEMPORAL_NAMESPACE,
      taskQueue: { name: queueOf(env) },
      taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
    });
    const since = Date.now() - SILENT_MS;
    return (pollers ?? []).some(
      ({ identity, lastAccessTime }) =>
        // The SDK's identity of a worker is pid@hostname.
        identity?.endsWith(`@${hostname()}`) === true && Number(lastAccessTime?.seconds ?? 0) * 1_000 > since,
    );
  } finally {
    await connection.close();
  }
};

// Health check of the containers (docker-compose.yml): it only sets the exit code, 0 or 1.
const healthy = await (process.argv[2] === 'worker' ? probeWorker : probeApi)(process.env).catch(() => false);
process.exit(healthy ? 0 : 1);
