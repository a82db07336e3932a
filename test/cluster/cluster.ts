import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { freePort } from '../../src/provision/ports.ts';
import { prepareDatabase } from '../../src/provision/postgres-roles.ts';
import { createDatabase, createPool } from '../../src/store/db/client.ts';
import { migrate } from '../../src/store/db/migrate.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { DIGEST_PURPOSE } from '../../src/store/records/digest.ts';
import { createClient } from '../../src/temporal/client.ts';
import { type ServiceProcess, startApiProcess, startWorkerProcess } from '../helpers/process.ts';
import { type Balancer, prepareBalancer } from './haproxy.ts';
import { asAdmin, type PostgresPair, startPair, until } from './postgres-pair.ts';
import { createTables, findTemporal, prepareTemporal, type TemporalPart } from './temporal-cluster.ts';

/** A part that can be lost and replaced. */
export interface Part {
  readonly name: string;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

export interface Cluster {
  readonly url: string;
  readonly key: string;
  readonly teamId: string;
  readonly databaseUrl: string;
  readonly postgres: PostgresPair;
  readonly balancer: Balancer;
  readonly temporal: readonly TemporalPart[];
  readonly apis: readonly Part[];
  readonly workers: readonly Part[];
  readonly stop: () => Promise<void>;
}

const TEAM = 'drill';

const partOf = (name: string, launch: () => Promise<ServiceProcess>): Part => {
  let running: ServiceProcess | undefined;
  return {
    name,
    start: async () => {
      running = await launch();
    },
    kill: async () => running?.kill('SIGKILL'),
  };
};

const registerNamespace = async (settings: Parameters<typeof createClient>[0]): Promise<void> => {
  const client = createClient(settings);
  for (;;) {
    try {
      await client.workflowService.registerNamespace({
        namespace: settings.TEMPORAL_NAMESPACE,
        workflowExecutionRetentionPeriod: { seconds: 259_200 as never },
      });
      break;
    } catch (error) {
      if (String(error).includes('already exists')) break;
      await sleep(1_000);
    }
  }
  await client.connection.close();
};

/** Starts everything in a folder: two Postgres servers, eight processes of Temporal, a balancer, three APIs and three workers. */
export const startCluster = async (folder: string): Promise<Cluster> => {
  const programs = await findTemporal();
  await mkdir(join(folder, 'temporal'), { recursive: true });
  const postgres = await startPair(join(folder, 'postgres'));
  const apiPorts = [await freePort(), await freePort(), await freePort()];
  const store = { port: await freePort(), password: postgres.passwords.admin };
  const balancerPorts = { postgres: store.port };
  await createTables(programs, { ...store, port: postgres.ports.primary });
  const temporal = await prepareTemporal(join(folder, 'temporal'), programs.server, store);
  const frontends = temporal.filter(({ service }) => service === 'frontend').map(({ grpcPort }) => grpcPort);
  const targets = { apis: apiPorts, frontends, postgres: postgres.ports };
  const balancer = await prepareBalancer(folder, targets, balancerPorts);
  await balancer.start();
  await until(async () => (await asAdmin(store.port, 'SELECT 1')).length === 1);
  await Promise.all(temporal.map(async (part) => part.start()));

  const admin = `postgres://postgres:${postgres.passwords.admin}@127.0.0.1:${store.port}`;
  await prepareDatabase(`${admin}/postgres`, 'pramaan', postgres.passwords.service);
  await migrate(`${admin}/pramaan`);
  const databaseUrl = `postgres://pramaan_service:${postgres.passwords.service}@127.0.0.1:${store.port}/pramaan`;
  const env = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: `127.0.0.1:${balancer.ports.temporal}`,
    WORKFLOW_BUNDLE: inject('workflowBundle'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: '100000',
    LEDGER_CHECKPOINT_EVERY_S: '10',
    WORKER_ROLES: 'steps',
    LOG_LEVEL: 'info',
  };
  const config = loadConfig(env);
  await registerNamespace(config);
  const pool = createPool(databaseUrl, { onIdleError: () => undefined });
  const db = createDatabase(pool);
  const team = await ensureTeam(db, {
    name: TEAM,
    demoRecords: new KeyRing(config.ENCRYPTION_KEYS, DIGEST_PURPOSE),
  });
  const { key } = await issueKey(db, { teamId: team.id, name: 'drill' });
  await pool.end();

  const apis = apiPorts.map((port, index) =>
    partOf(`api-${index + 1}`, async () => startApiProcess({ ...env, PORT: String(port) })),
  );
  const workers = [1, 2, 3].map((number) => partOf(`worker-${number}`, async () => startWorkerProcess(env)));
  // A namespace is known to every frontend within some seconds; a worker waits for it.
  await Promise.all([...apis, ...workers].map(async (part) => part.start()));
  const stop = async (): Promise<void> => {
    await Promise.all([...workers, ...apis, ...temporal].map(async (part) => part.kill()));
    await balancer.kill();
    await postgres.stop();
  };
  const url = `http://127.0.0.1:${balancer.ports.api}`;
  return { url, key, teamId: team.id, databaseUrl, postgres, balancer, temporal, apis, workers, stop };
};
