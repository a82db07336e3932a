import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/provision/ports.ts';
import { launch, type Running } from '../../src/provision/processes.ts';
import { command } from '../deployment/commands.ts';
import { goProgram } from '../helpers/go-program.ts';

const MODULE = fileURLToPath(new URL('../../deploy/images/temporal', import.meta.url));
const DYNAMIC = fileURLToPath(new URL('../../deploy/temporal/dynamic-config.yaml', import.meta.url));
const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const;

type ServiceName = (typeof SERVICES)[number];

export interface TemporalPart {
  readonly name: string;
  readonly service: ServiceName;
  readonly grpcPort: number;
  readonly start: () => Promise<void>;
  /** Kills the process, as the loss of its machine does. */
  readonly kill: () => Promise<void>;
}

interface Store {
  readonly port: number;
  readonly password: string;
}

const store = ({ port, password }: Store, database: string): object => ({
  sql: {
    pluginName: 'postgres12',
    databaseName: database,
    connectAddr: `127.0.0.1:${port}`,
    connectProtocol: 'tcp',
    user: 'postgres',
    password,
    maxConns: 10,
    maxIdleConns: 10,
    maxConnLifetime: '1h',
  },
});

/** The configuration of one process. Each finds the others in the database. JSON is YAML. */
const configOf = (
  database: Store,
  service: ServiceName,
  ports: readonly [grpc: number, membership: number],
): object => ({
  log: { stdout: true, level: 'warn' },
  persistence: {
    defaultStore: 'main',
    visibilityStore: 'visibility',
    numHistoryShards: 8,
    datastores: { main: store(database, 'temporal'), visibility: store(database, 'temporal_visibility') },
  },
  global: { membership: { maxJoinDuration: '60s', broadcastAddress: '127.0.0.1' } },
  services: Object.fromEntries(
    SERVICES.map((name) => {
      const [grpcPort, membershipPort] = name === service ? ports : [0, 0];
      return [name, { rpc: { grpcPort, membershipPort, bindOnIP: '127.0.0.1' } }];
    }),
  ),
  clusterMetadata: {
    enableGlobalNamespace: false,
    failoverVersionIncrement: 10,
    masterClusterName: 'active',
    currentClusterName: 'active',
    clusterInformation: {
      active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: '127.0.0.1:7233' },
    },
  },
  dcRedirectionPolicy: { policy: 'noop' },
  archival: { history: { state: 'disabled' }, visibility: { state: 'disabled' } },
  dynamicConfigClient: { filepath: DYNAMIC, pollInterval: '60s' },
});

/** Builds Temporal's server and its tool for schemas, unless this machine has them. */
export const buildTemporal = async (): Promise<{ readonly server: string; readonly sqlTool: string }> => ({
  server: await goProgram('temporal-server', MODULE, 'go.temporal.io/server/cmd/server'),
  sqlTool: await goProgram('temporal-sql-tool', MODULE, 'go.temporal.io/server/cmd/tools/sql'),
});

/** Creates Temporal's databases and tables. */
export const createTables = async (sqlTool: string, { port, password }: Store): Promise<void> => {
  const found = await command(['go', 'list', '-m', '-f', '{{.Dir}}', 'go.temporal.io/server'], {
    cwd: MODULE,
    env: { ...process.env, GOFLAGS: '-mod=readonly' },
  });
  const folder = join(found.trim(), 'schema/postgresql/v12');
  for (const [database, name] of [
    ['temporal', 'temporal'],
    ['temporal_visibility', 'visibility'],
  ] as const) {
    const to = [
      '--plugin',
      'postgres12',
      '--ep',
      '127.0.0.1',
      '-p',
      String(port),
      '-u',
      'postgres',
      '--pw',
      password,
    ];
    const tool = async (...args: readonly string[]): Promise<unknown> =>
      command([sqlTool, ...to, '--db', database, ...args]);
    await tool('create-database');
    await tool('setup-schema', '-v', '0.0');
    await tool('update-schema', '-d', join(folder, name, 'versioned'));
  }
};

/** Prepares two processes of each of Temporal's four services. */
export const prepareTemporal = async (
  folder: string,
  server: string,
  database: Store,
): Promise<readonly TemporalPart[]> => {
  await mkdir(folder, { recursive: true });
  const parts: TemporalPart[] = [];
  for (const service of SERVICES)
    for (const number of [1, 2]) {
      const name = `${service}-${number}`;
      const ports = [await freePort(), await freePort()] as const;
      const file = join(folder, `${name}.yaml`);
      await writeFile(file, JSON.stringify(configOf(database, service, ports)));
      let running: Running | undefined;
      parts.push({
        name,
        service,
        grpcPort: ports[0],
        start: async () => {
          running = await launch({
            command: server,
            args: ['--config-file', file, '--allow-no-auth', 'start', `--service=${service}`],
            logFile: join(folder, `${name}.log`),
            stopSignal: 'SIGTERM',
            killSignal: 'SIGKILL',
          });
        },
        kill: async () => {
          running?.kill();
          await running?.exited;
        },
      });
    }
  return parts;
};
