import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { type Config, loadConfig } from '../../src/config.ts';
import type { Actor } from '../../src/contract/actor.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { createLogger, type Logger } from '../../src/observability/logger.ts';
import { createRun } from '../../src/runs/vertical/create.ts';
import { startVerticalRun } from '../../src/runs/vertical/start.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { createDatabase, createPool, type Db } from '../../src/store/db/client.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { createClient } from '../../src/temporal/client.ts';
import { installRuntime } from '../../src/temporal/runtime.ts';
import { startWorker } from '../../src/worker.ts';
import { openBenchStores } from './stores.ts';

const DEADLINE_MS = 10_000;
const askedBy: Actor = { kind: 'service', id: 'bench', name: 'Bench' };

type RunInput = Awaited<ReturnType<typeof createRun>>;

/** A database, Temporal and a worker in this process, with a team whose kyc runs a bench starts. */
export interface BenchEngine {
  /** Settings of the worker, also for an API in a process of its own. */
  readonly env: Readonly<Record<string, string>>;
  readonly config: Config;
  readonly log: Logger;
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly client: Client;
  readonly teamId: string;
  /** Stores a run of the sample claim, which is not started yet. */
  readonly store: () => Promise<RunInput>;
  readonly start: (input: RunInput) => Promise<void>;
  /** Verifies the team's chain. */
  readonly verify: () => Promise<{ readonly ok: boolean; readonly checked: number }>;
  readonly close: () => Promise<void>;
}

export const openBenchEngine = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchEngine> => {
  installRuntime((level, message) => console.error(level, message));
  const stores = await openBenchStores();
  const env = { ...stores.env, PORT: '0', ...settings };
  const config = loadConfig(env);
  const log = createLogger('error', 'bench');
  const worker = await startWorker(config, log);
  const pool = createPool(config.DATABASE_URL);
  const db = createDatabase(pool);
  const { id: teamId } = await ensureTeam(db, { name: 'bench' });
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
  const client = createClient(config);
  return {
    env,
    config,
    log,
    pool,
    db,
    client,
    teamId,
    store: async () =>
      db
        .transaction()
        .execute((tx) =>
          createRun(tx, ring, { teamId, vertical: 'kyc', case: verticals.kyc.sample, askedBy }),
        ),
    start: async (input) => {
      await startVerticalRun(client, {
        taskQueue: config.TEMPORAL_TASK_QUEUE,
        deadlineMs: DEADLINE_MS,
        input,
      });
    },
    verify: async () => {
      const { rows } = await pool.query<{ ok: boolean; checked: number }>(
        'SELECT * FROM verify_agent_ledger($1)',
        [teamId],
      );
      return rows[0]!;
    },
    close: async () => {
      await worker.stop();
      await client.connection.close();
      await pool.end();
      await stores.close();
    },
  };
};
