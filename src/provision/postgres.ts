import { randomBytes } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { clearStalePid } from './postgres-pid.ts';
import { prepareDatabase } from './postgres-roles.ts';
import { postgresUser } from './postgres-user.ts';
import { hasCode } from '../process/system-error.ts';
import { fullDisk, ProvisionError } from './problem.ts';
import { launch, type Running } from './processes.ts';
import { lastLines, untilReady } from './until-ready.ts';
import { initialise, SETTINGS } from './postgres-cluster.ts';

export interface PostgresOptions {
  /** The cluster's folder. It is created if it does not exist, and reused otherwise. */
  readonly dataDir: string;
  /** TCP port on loopback; a free one by default. */
  readonly port?: number;
  /** Passwords for the superuser and the service. By default they are random, which suits a cluster that is only used once. */
  readonly passwords?: PostgresPasswords;
  /** Server settings, such as `{fsync: 'off'}`. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly logFile?: string;
}

export interface PostgresPasswords {
  readonly admin: string;
  readonly service: string;
}

export interface Postgres extends Running {
  /** Connection URL for the service, with a login that may only act as pramaan_app. */
  readonly url: string;
  /** Connection URL for the superuser, used for migrations. */
  readonly adminUrl: string;
  readonly port: number;
}

const DATABASE = 'pramaan';
const READY_WITHIN_MS = 60_000;

const secret = (): string => randomBytes(24).toString('base64url');

const url = (user: string, password: string, port: number, database: string): string =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/**
 * Starts our own Postgres on a data folder, with a database `pramaan`, the service's role and a login for that role.
 * @throws ProvisionError when the folder cannot be used, the port is taken or the disk is full
 */
export const startPostgres = async (options: PostgresOptions): Promise<Postgres> => {
  const dataDir = resolve(options.dataDir);
  const logFile = options.logFile ?? join(dirname(dataDir), 'postgres.log');
  const passwords = options.passwords ?? { admin: secret(), service: secret() };
  const port = options.port ?? (await freePort());
  const binaries = await postgresBinaries();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const as = await postgresUser(binaries.postgres, dirname(dataDir));
  const initialised = await stat(join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (initialised) await clearStalePid(dataDir);
  else await initialise(binaries, as, dataDir, passwords.admin);

  const [command = '', ...args] = [...as.prefix, binaries.postgres, '-D', dataDir, '-p', String(port)];
  for (const [name, value] of Object.entries({ ...SETTINGS, ...options.settings })) {
    args.push('-c', `${name}=${value}`);
  }
  const running = await launch({
    command,
    args,
    cwd: dataDir,
    ...as.spawnOptions,
    logFile,
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
  });
  const maintenance = url('postgres', passwords.admin, port, 'postgres');
  await untilReady(
    running,
    () => answers(maintenance),
    READY_WITHIN_MS,
    (why) => failed(why, logFile),
  );
  await prepareDatabase(maintenance, DATABASE, passwords.service);
  return {
    ...running,
    port,
    url: url('pramaan_service', passwords.service, port, DATABASE),
    adminUrl: url('postgres', passwords.admin, port, DATABASE),
  };
};

const answers = async (connection: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A server on a restored folder answers reads before it has replayed all WAL.
    const { rows } = await client.query<{ replays: boolean }>('SELECT pg_is_in_recovery() AS replays');
    return rows[0]?.replays === false;
  } catch (error) {
    if (hasCode(error, '28P01')) {
      throw new ProvisionError(
        'The database rejects the password in secrets.json, so the two do not belong together.',
        'Restore the secrets.json that belongs to this data folder, or remove both to begin with an empty database.',
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const failed = (why: string, logFile: string): ProvisionError => {
  const said = lastLines(logFile);
  if (said.includes('No space left')) return fullDisk(logFile);
  return new ProvisionError(`Postgres did not start: ${why}.`, `The last lines of ${logFile}:\n${said}`);
};
