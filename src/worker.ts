import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from './activities/index.ts';
import { FailureInterceptor } from './activities/failures.ts';
import { HeartbeatInterceptor } from './activities/heartbeat.ts';
import { type Config, loadConfig } from './config.ts';
import { KeyRing } from './crypto/key-ring.ts';
import { createDatabase, createPool } from './db/client.ts';
import { createLedger } from './ledger/index.ts';
import { createLogger, type Logger } from './observability/logger.ts';
import { reconcile } from './reconciler/reconciler.ts';
import { bundleWorkflows } from './temporal/bundle.ts';
import { createClient } from './temporal/client.ts';
import { createDataConverter } from './temporal/data-converter.ts';
import { installRuntime } from './temporal/runtime.ts';
import { registerSearchAttributes } from './temporal/register.ts';
import { createCaseReader } from './vault/reader.ts';

export interface RunningWorker {
  /** Resolves when the worker has stopped; rejects when it failed. */
  readonly done: Promise<void>;
  /** Takes no new work, lets what is under way finish, then closes what it opened. */
  readonly stop: () => Promise<void>;
}

/** Starts a worker: workflows, activities and the reconciler, on one task queue. */
export const startWorker = async (config: Config, log: Logger): Promise<RunningWorker> => {
  const pool = createPool(config.DATABASE_URL, {
    max: config.DATABASE_POOL_MAX,
    onIdleError: (error) => log.warn({ error_class: error.name }, 'idle database connection lost'),
  });
  const db = createDatabase(pool);
  const ledger = createLedger({
    pool,
    onConflict: ({ ledgerRef, seq }) =>
      log.error({ ledger_ref: ledgerRef, seq }, 'a ledger key came again with other content'),
  });
  const client = createClient(config);
  const connection = await connect(config, log);
  const activities = createActivities({
    db,
    ledger,
    openCase: createCaseReader(db, new KeyRing(config.ENCRYPTION_KEYS, 'case-vault')),
    egressAllow: config.EGRESS_ALLOW,
  });
  const failures = new FailureInterceptor((error, transient) =>
    log[transient ? 'warn' : 'error']({ error }, transient ? 'a dependency is away' : 'an activity failed'),
  );
  await registerSearchAttributes(client, config.TEMPORAL_NAMESPACE);
  const worker = await Worker.create({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    workflowBundle:
      config.WORKFLOW_BUNDLE === undefined ? await bundleWorkflows() : { codePath: config.WORKFLOW_BUNDLE },
    activities: { ...activities.steps, failRun: activities.failRun },
    dataConverter: createDataConverter(config.ENCRYPTION_KEYS),
    // A bug in workflow code ends the run; by default it would be tried again for ever.
    workflowFailureErrorTypes: { '*': ['Error'] },
    // After a worker's death its runs go to another one this soon.
    stickyQueueScheduleToStartTimeout: '1s',
    maxHeartbeatThrottleInterval: '2s',
    shutdownGraceTime: '10s',
    shutdownForceTime: '20s',
    interceptors: {
      activity: [
        (context) => ({ inbound: new HeartbeatInterceptor(context) }),
        () => ({ inbound: failures }),
      ],
    },
  });

  const stopping = new AbortController();
  const reconciling = reconcileUntil(stopping.signal, config, log, { db, ledger, client });
  const run = async (): Promise<void> => {
    try {
      await worker.run();
    } finally {
      stopping.abort();
      await reconciling;
      await ledger.close();
      await client.connection.close();
      await connection.close();
      await pool.end();
    }
  };
  const done = run();
  return {
    done,
    stop: async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await done;
    },
  };
};

/** The engine may come up later than this process: waits for it, saying so. */
const connect = async (config: Config, log: Logger): Promise<NativeConnection> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await NativeConnection.connect({ address: config.TEMPORAL_ADDRESS });
    } catch (error) {
      if (attempt >= 60) throw error;
      if (attempt % 5 === 1) log.warn({ attempt }, 'the engine does not answer yet');
      await sleep(1_000);
    }
  }
};

const reconcileUntil = async (
  signal: AbortSignal,
  config: Config,
  log: Logger,
  parts: Pick<Parameters<typeof reconcile>[0], 'db' | 'ledger' | 'client'>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      await reconcile({
        ...parts,
        taskQueue: config.TEMPORAL_TASK_QUEUE,
        graceMs: config.RECONCILE_GRACE_MS,
        report: ({ run_id, outcome, error }) => {
          if (error !== undefined) log.warn({ run_id, error }, 'a run could not be reconciled');
          else if (outcome !== 'in order') log.info({ run_id, outcome }, 'a run was reconciled');
        },
      });
    } catch (error) {
      log.warn({ error }, 'the reconciler could not read the runs');
    }
    await sleep(config.RECONCILE_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
};

if (import.meta.main) {
  const config = loadConfig();
  const log = createLogger(config.LOG_LEVEL, 'worker');
  installRuntime((level, message) => log.warn({ phase: level.toLowerCase() }, message));
  const running = await startWorker(config, log);
  log.info({ task_queue: config.TEMPORAL_TASK_QUEUE }, 'worker started');
  // SIGINT and SIGTERM are handled by the Temporal runtime: it shuts the worker down and run() returns.
  await running.done;
}
