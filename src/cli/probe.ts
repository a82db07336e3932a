import { hostname } from 'node:os';
import { Connection } from '@temporalio/client';
import temporalProto from '@temporalio/proto';
import { readTemporalAccess } from '../temporal/settings.ts';
import { temporalConnection } from '../temporal/connection.ts';
import { queuesOf } from '../temporal/queues.ts';

/** A worker that has not polled for this long is considered stuck. A poll lasts up to a minute. */
const SILENT_MS = 120_000;

const { TASK_QUEUE_TYPE_WORKFLOW } = temporalProto.temporal.api.enums.v1.TaskQueueType;

/**
 * Returns a setting. As in the service, an empty one counts as unset, because compose passes all of them on.
 */
const setting = (env: NodeJS.ProcessEnv, name: string, otherwise: string): string => {
  const value = env[name] ?? '';
  return value === '' ? otherwise : value;
};

/** Returns whether this container's API responds and can reach its database. */
const probeApi = async (env: NodeJS.ProcessEnv): Promise<boolean> => {
  const response = await fetch(`http://127.0.0.1:${setting(env, 'PORT', '3000')}/readyz`, {
    signal: AbortSignal.timeout(8_000),
  });
  return response.ok;
};

/** Returns the queue served by a worker with these roles. */
const queueOf = (env: NodeJS.ProcessEnv): string => {
  const queues = queuesOf(setting(env, 'TEMPORAL_TASK_QUEUE', 'steps'));
  return env['WORKER_ROLES'] === 'sandboxes' ? queues.sandboxes : queues.steps;
};

/** Returns whether a process in this container has recently polled Temporal for work. */
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
        // The SDK identifies a worker as pid@hostname.
        identity?.endsWith(`@${hostname()}`) === true && Number(lastAccessTime?.seconds ?? 0) * 1_000 > since,
    );
  } finally {
    await connection.close();
  }
};

// This is the containers' health check (docker-compose.yml). It only sets the exit code to 0 or 1.
const healthy = await (process.argv[2] === 'worker' ? probeWorker : probeApi)(process.env).catch(() => false);
process.exit(healthy ? 0 : 1);
