import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, createPool } from '../../src/store/db/client.ts';
import { migrate } from '../../src/store/db/migrate.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { freePort } from '../../src/provision/ports.ts';
import { startPostgres, type Postgres } from '../../src/provision/postgres.ts';
import { type ServiceProcess, startApiProcess, startWorkerProcess } from '../../test/helpers/process.ts';

export const VICTIMS = ['postgres', 'worker', 'api'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface KillService {
  readonly url: string;
  readonly key: string;
  readonly teamId: string;
  readonly env: Readonly<Record<string, string>>;
  readonly database: { readonly url: string; readonly adminUrl: string };
  /** Sends SIGKILL to the process and starts a new one. Resolves when the new one responds. */
  readonly kill: (victim: Victim) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Maximum time for a killed Postgres server's remaining processes to notice that it is gone. */
const LEFTOVERS_MS = 30_000;

/** Starts a service whose processes (Postgres, two workers and an API) can be killed one by one. The caller provides Temporal. */
export const startKillService = async (temporalAddress: string, bundle?: string): Promise<KillService> => {
  const scratch = await mkdtemp(join(tmpdir(), 'pramaan-kills-'));
  const postgresOptions = {
    dataDir: join(scratch, 'postgres'),
    port: await freePort(),
    passwords: { admin: 'admin', service: 'service' },
  };
  let postgres: Postgres = await startPostgres(postgresOptions);
  await migrate(postgres.adminUrl);
  const env = {
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_TASK_QUEUE: `kills-${randomBytes(6).toString('hex')}`,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORT: String(await freePort()),
    WORKER_ROLES: 'steps',
    RATE_LIMIT_PER_MINUTE: '1000000',
    RECONCILE_EVERY_MS: '300',
    RECONCILE_GRACE_MS: '1000',
    // The audit only runs once, at the end. Checkpoints are signed all the time.
    LEDGER_AUDIT_EVERY_S: '0',
    LEDGER_CHECKPOINT_EVERY_S: '2',
    ...(bundle !== undefined && { WORKFLOW_BUNDLE: bundle }),
  };
  const workers: ServiceProcess[] = [];
  for (let n = 0; n < 2; n += 1) workers.push(await startWorkerProcess(env));
  let api = await startApiProcess(env);
  const pool = createPool(postgres.url);
  const db = createDatabase(pool);
  const team = await ensureTeam(db, { name: 'kills' });
  const { key } = await issueKey(db, { teamId: team.id, name: 'kills' });
  await pool.end();

  const kills: Record<Victim, () => Promise<void>> = {
    postgres: async () => {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      postgres = await startAgain(postgresOptions);
    },
    worker: async () => {
      await workers.shift()?.kill('SIGKILL');
      workers.push(await startWorkerProcess(env));
    },
    api: async () => {
      await api.kill('SIGKILL');
      api = await startApiProcess(env);
    },
  };
  return {
    url: api.url,
    key,
    teamId: team.id,
    env,
    database: { url: postgres.url, adminUrl: postgres.adminUrl },
    kill: async (victim) => kills[victim](),
    close: async () => {
      await Promise.all([...workers, api].map(async (child) => child.kill('SIGTERM')));
      await postgres.stop(10_000);
      await rm(scratch, { recursive: true, force: true });
    },
  };
};

/**
 * Starts Postgres again after the killed server's backends are gone. They end a moment later than the server, and until then hold
 * its shared memory.
 */
const startAgain = async (options: Parameters<typeof startPostgres>[0]): Promise<Postgres> => {
  const until = Date.now() + LEFTOVERS_MS;
  for (;;) {
    try {
      return await startPostgres(options);
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(200);
    }
  }
};
