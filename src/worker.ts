import type { Config } from './config.ts';
import { createLogger, type Logger } from './observability/logger.ts';
import { readConfig } from './open-keys.ts';
import { installRuntime } from './temporal/runtime.ts';
import { portForCore, serveMetrics } from './worker/metrics-server.ts';
import { createParts } from './worker/parts.ts';
import { createSandboxesRole } from './worker/roles/sandboxes.ts';
import { createStepsRole } from './worker/roles/steps.ts';

export interface RunningWorker {
  /** Resolves when the worker has stopped; rejects when it failed. */
  readonly done: Promise<void>;
  /** Stops taking new work, lets running work finish, and then closes all connections and roles. */
  readonly stop: () => Promise<void>;
}

const ROLES = { steps: createStepsRole, sandboxes: createSandboxesRole } as const;

/**
 * Starts a worker with the configured roles.
 * @param options `corePort` is the port of the core's metrics, if the runtime was installed with one
 */
export const startWorker = async (
  config: Config,
  log: Logger,
  { corePort }: { readonly corePort?: number | undefined } = {},
): Promise<RunningWorker> => {
  const parts = await createParts(config, log);
  const roles = await Promise.all(config.WORKER_ROLES.map(async (name) => ROLES[name](parts)));
  const workers = roles.flatMap((role) => role.workers);
  if (workers.length === 0) throw new Error('nothing to do: the only role, "sandboxes", needs DOCKER_HOST');
  const shutdown = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const metrics =
    config.WORKER_METRICS_PORT === undefined || corePort === undefined
      ? undefined
      : await serveMetrics(
          { host: config.WORKER_METRICS_HOST, port: config.WORKER_METRICS_PORT, corePort },
          workers,
        );
  const run = async (): Promise<void> => {
    try {
      // If one worker fails, the others are stopped too, because the process is restarted as a whole.
      await Promise.all(workers.map(async (worker) => worker.run().finally(shutdown)));
    } finally {
      await metrics?.close();
      await Promise.all(roles.map(async (role) => role.close()));
      await parts.close();
    }
  };
  const done = run();
  return {
    done,
    stop: async () => {
      shutdown();
      await done;
    },
  };
};

if (import.meta.main) {
  const config = await readConfig();
  const log = createLogger(config.LOG_LEVEL, 'worker');
  const corePort = config.WORKER_METRICS_PORT === undefined ? undefined : await portForCore();
  installRuntime((level, message) => log.warn({ phase: level.toLowerCase() }, message), corePort);
  const running = await startWorker(config, log, { corePort });
  log.info({ task_queue: config.TEMPORAL_TASK_QUEUE }, 'worker started');
  // The Temporal runtime handles SIGINT and SIGTERM by shutting down the workers, after which run() returns.
  await running.done;
}
