import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

export interface TemporalPrograms {
  readonly server: string;
  readonly sqlTool: string;
  /** Folder of the tables' definitions. */
  readonly schema: string;
}

/**
 * Builds Temporal's server and its tool for tables, unless this machine has them. TEMPORAL_PROGRAMS names a folder with both and
 * `schema` of another release.
 */
export const findTemporal = async (): Promise<TemporalPrograms> => {
  const given = process.env['TEMPORAL_PROGRAMS'];
  if (given !== undefined)
    return {
      server: join(given, 'temporal-server'),
      sqlTool: join(given, 'temporal-sql-tool'),
      schema: join(given, 'schema'),
    };
  const found = await command(['go', 'list', '-m', '-f', '{{.Dir}}', 'go.temporal.io/server'], {
    cwd: MODULE,
    env: { ...process.env, GOFLAGS: '-mod=readonly' },
  });
  return {
    server: await goProgram('temporal-server', MODULE, 'go.temporal.io/server/cmd/server'),
    sqlTool: await goProgram('temporal-sql-tool', MODULE, 'go.temporal.io/server/cmd/tools/sql'),
    schema: join(found.trim(), 'schema'),
  };
};

/** Creates Temporal's databases and tables. */
export const createTables = async (
  { sqlTool, schema }: TemporalPrograms,
  { port, password }: Store,
): Promise<void> => {
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
  for (const [database, name] of [
    ['temporal', 'temporal'],
    ['temporal_visibility', 'visibility'],
  ] as const) {
    const tool = async (...args: readonly string[]): Promise<unknown> =>
      command([sqlTool, ...to, '--db', database, ...args]);
    await tool('create-database');
    await tool('setup-schema', '-v', '0.0');
    await tool('update-schema', '-d', join(schema, 'postgresql/v12', name, 'versioned'));
  }
};

const begin = async (folder: string, name: string, service: string, server: string): Promise<Running> =>
  launch({
    command: server,
    args: [
      '--root',
      folder,
      '--config',
      '.',
      '--env',
      name,
      '--allow-no-auth',
      'start',
      `--service=${service}`,
    ],
    logFile: join(folder, `${name}.log`),
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
  });

/** Starts a process again when it ends by itself, as systemd does: of two that create the first rows at once, one gives up. */
const supervised = (launch: () => Promise<Running>): Pick<TemporalPart, 'start' | 'kill'> => {
  let running: Running | undefined;
  let unwanted = new AbortController();
  const keep = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      running = await launch();
      await running.exited;
      await sleep(1_000);
    }
  };
  return {
    start: async () => {
      unwanted = new AbortController();
      void keep(unwanted.signal);
    },
    kill: async () => {
      unwanted.abort();
      running?.kill();
      await running?.exited;
    },
  };
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
      await writeFile(join(folder, `${name}.yaml`), JSON.stringify(configOf(database, service, ports)));
      parts.push({
        name,
        service,
        grpcPort: ports[0],
        ...supervised(async () => begin(folder, name, service, server)),
      });
    }
  return parts;
};
