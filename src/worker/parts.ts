import type { Client } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import type pg from 'pg';
import { FailureInterceptor, type Trouble } from '../activities/common/failures.ts';
import { HeartbeatInterceptor } from '../activities/common/heartbeat.ts';
import { SealedInputInterceptor } from '../activities/common/sealed-input.ts';
import type { Config } from '../config.ts';
import { KeyRing } from '../store/crypto/key-ring.ts';
import { createDatabase, createPool, type Db } from '../store/db/client.ts';
import { createLedger, type Ledger } from '../ledger/index.ts';
import { SuspensionWatch } from '../store/switches/watch.ts';
import { TraceInterceptor } from '../activities/common/trace.ts';
import type { Logger } from '../observability/logger.ts';
import { startTracing, type Tracing } from '../observability/tracing.ts';
import { bundleWorkflows } from '../temporal/bundle.ts';
import { createClient } from '../temporal/client.ts';
import { createDataConverter } from '../temporal/data-converter.ts';
import { deploymentOf } from '../temporal/releases.ts';
import { unboundWindow } from '../temporal/unbound.ts';
import { untilAnswers, connect } from './connect.ts';

/** Parts shared by all roles of a worker process. */
export interface WorkerParts {
  readonly config: Config;
  readonly log: Logger;
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  /** Stops this process's work when its team suspends it. */
  readonly suspensions: SuspensionWatch;
  readonly client: Client;
  readonly tracing: Tracing;
  /** Options for every Temporal worker in this process, except for its queue and its activities. */
  readonly options: Omit<WorkerOptions, 'taskQueue' | 'activities'>;
  readonly close: () => Promise<void>;
}

/** Log level and wording for an activity's error. */
const REPORTED = {
  away: ['warn', 'dependency unavailable'],
  'gave-way': ['info', 'gave way to a suspension that is being committed'],
  failed: ['error', 'activity failed'],
} as const satisfies Record<Trouble, readonly [level: string, words: string]>;

export const createParts = async (config: Config, log: Logger): Promise<WorkerParts> => {
  const pool = createPool(config.DATABASE_URL, {
    max: config.DATABASE_POOL_MAX,
    onIdleError: (error) => log.warn({ error }, 'lost an idle database connection'),
  });
  const db = createDatabase(pool);
  const ledger = createLedger({
    pool,
    onConflict: ({ ledgerRef, seq }) =>
      log.error({ ledger_ref: ledgerRef, count: seq }, 'ledger key reused with different content'),
  });
  const suspensions = new SuspensionWatch({
    db,
    url: config.DATABASE_URL,
    onBreak: (error) =>
      log.warn(
        { error },
        'lost the database connection that listens for suspensions; suspended work is stopped once it is restored',
      ),
  });
  const client = createClient(config);
  const tracing = startTracing(config);
  const acceptsUnbound = await untilAnswers('the database', log, async () => unboundWindow(db));
  const connection = await connect(config, log);
  const failures = new FailureInterceptor((error, trouble) => {
    const [level, words] = REPORTED[trouble];
    log[level]({ error }, words);
  });
  return {
    config,
    log,
    pool,
    db,
    ledger,
    client,
    tracing,
    suspensions,
    vaultRing: new KeyRing(config.ENCRYPTION_KEYS, 'case-vault'),
    options: {
      connection,
      namespace: config.TEMPORAL_NAMESPACE,
      ...deploymentOf(config),
      workflowBundle:
        config.WORKFLOW_BUNDLE === undefined ? await bundleWorkflows() : { codePath: config.WORKFLOW_BUNDLE },
      dataConverter: createDataConverter(config.ENCRYPTION_KEYS, { refused: 'mark', acceptsUnbound }),
      // Makes a bug in workflow code end the run. By default, Temporal would retry forever.
      workflowFailureErrorTypes: { '*': ['Error'] },
      // Time after which a dead worker's runs go to another worker.
      stickyQueueScheduleToStartTimeout: '1s',
      maxHeartbeatThrottleInterval: '2s',
      shutdownGraceTime: '10s',
      shutdownForceTime: '20s',
      interceptors: {
        activity: [
          (context) => ({ inbound: new HeartbeatInterceptor(context) }),
          (context) => ({ inbound: new TraceInterceptor(context, tracing.callers) }),
          () => ({ inbound: failures }),
          ({ info: { activityType } }) => ({
            inbound: new SealedInputInterceptor((why) =>
              log.error({ action: activityType, outcome: why }, 'activity input refused'),
            ),
          }),
        ],
      },
    },
    close: async () => {
      await ledger.close();
      await client.connection.close();
      await connection.close();
      await suspensions.close();
      await tracing.close();
      await pool.end();
    },
  };
};
