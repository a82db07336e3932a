import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { NativeConnection, type WorkerOptions } from '@temporalio/worker';
import type pg from 'pg';
import { FailureInterceptor } from '../activities/common/failures.ts';
import { HeartbeatInterceptor } from '../activities/common/heartbeat.ts';
import { SealedInputInterceptor } from '../activities/common/sealed-input.ts';
import type { Config } from '../config.ts';
import { KeyRing } from '../store/crypto/key-ring.ts';
import { createDatabase, createPool, type Db } from '../store/db/client.ts';
import { createLedger, type Ledger } from '../ledger/index.ts';
import type { Logger } from '../observability/logger.ts';
import { bundleWorkflows } from '../temporal/bundle.ts';
import { createClient } from '../temporal/client.ts';
import { createDataConverter } from '../temporal/data-converter.ts';
import { temporalConnection } from '../temporal/settings.ts';
import { temporalTrouble } from '../temporal/trouble.ts';
import { unboundWindow } from '../temporal/unbound.ts';

/** Parts that the roles of one worker process share. */
export interface WorkerParts {
  readonly config: Config;
  readonly log: Logger;
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  readonly client: Client;
  /** Options of every Temporal worker in this process, except its queue and activities. */
  readonly options: Omit<WorkerOptions, 'taskQueue' | 'activities'>;
  readonly close: () => Promise<void>;
}

export const createParts = async (config: Config, log: Logger): Promise<WorkerParts> => {
  const pool = createPool(config.DATABASE_URL, {
    max: config.DATABASE_POOL_MAX,
    onIdleError: (error) => log.warn({ error }, 'an idle database connection was lost'),
  });
  const db = createDatabase(pool);
  const ledger = createLedger({
    pool,
    onConflict: ({ ledgerRef, seq }) =>
      log.error({ ledger_ref: ledgerRef, count: seq }, 'a ledger key came again with other content'),
  });
  const client = createClient(config);
  const acceptsUnbound = await untilAnswers('the database', log, async () => unboundWindow(db));
  const connection = await connect(config, log);
  const failures = new FailureInterceptor((error, transient) =>
    log[transient ? 'warn' : 'error']({ error }, transient ? 'a dependency is away' : 'an activity failed'),
  );
  return {
    config,
    log,
    pool,
    db,
    ledger,
    client,
    vaultRing: new KeyRing(config.ENCRYPTION_KEYS, 'case-vault'),
    options: {
      connection,
      namespace: config.TEMPORAL_NAMESPACE,
      workflowBundle:
        config.WORKFLOW_BUNDLE === undefined ? await bundleWorkflows() : { codePath: config.WORKFLOW_BUNDLE },
      dataConverter: createDataConverter(config.ENCRYPTION_KEYS, { refused: 'mark', acceptsUnbound }),
      // A bug in workflow code ends the run; by default Temporal would retry it forever.
      workflowFailureErrorTypes: { '*': ['Error'] },
      // Time after which the runs of a dead worker go to another one.
      stickyQueueScheduleToStartTimeout: '1s',
      maxHeartbeatThrottleInterval: '2s',
      shutdownGraceTime: '10s',
      shutdownForceTime: '20s',
      interceptors: {
        activity: [
          (context) => ({ inbound: new HeartbeatInterceptor(context) }),
          () => ({ inbound: failures }),
          ({ info: { activityType } }) => ({
            inbound: new SealedInputInterceptor((why) =>
              log.error({ action: activityType, outcome: why }, 'the input of an activity was refused'),
            ),
          }),
        ],
      },
    },
    close: async () => {
      await ledger.close();
      await client.connection.close();
      await connection.close();
      await pool.end();
    },
  };
};

const connect = async (config: Config, log: Logger): Promise<NativeConnection> =>
  untilAnswers('the engine', log, async () => {
    try {
      return await NativeConnection.connect(temporalConnection(config));
    } catch (error) {
      const trouble = await temporalTrouble(config);
      if (trouble === undefined) throw error;
      throw new TemporalUnusableError(trouble, { cause: error });
    }
  });

/** The message says what is wrong with the settings or with Temporal, and quotes neither. */
class TemporalUnusableError extends Error {
  override readonly name = 'TemporalUnusableError';
}

/** Waits for a dependency, which may come up later than this process, and logs that it waits. */
const untilAnswers = async <T>(what: string, log: Logger, ask: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt >= 60) throw error;
      const why = error instanceof TemporalUnusableError ? `: ${error.message}` : '';
      if (attempt % 5 === 1) log.warn({ attempt }, `${what} cannot be used yet${why}`);
      await sleep(1_000);
    }
  }
};
