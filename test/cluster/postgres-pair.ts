import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { appendFile, chmod, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { takeBaseBackup } from '../../src/cli/backup/base-backup.ts';
import { freePort } from '../../src/provision/ports.ts';
import { postgresBinaries } from '../../src/provision/postgres-binaries.ts';
import { SETTINGS } from '../../src/provision/postgres-cluster.ts';
import { postgresUser } from '../../src/provision/postgres-user.ts';
import { startPostgres } from '../../src/provision/postgres.ts';
import { launch } from '../../src/provision/processes.ts';

const passwords = { admin: 'made-up-admin', service: 'made-up-service' };
const CONNECTIONS = { max_connections: '400' };

export interface PostgresPair {
  readonly ports: { readonly primary: number; readonly standby: number };
  readonly passwords: typeof passwords;
  /** Kills the primary, as the loss of its machine does. */
  readonly losePrimary: () => void;
  /** Makes the standby accept writes. */
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const asAdmin = async <T extends pg.QueryResultRow>(
  port: number,
  text: string,
  database = 'postgres',
): Promise<readonly T[]> => {
  const connectionString = `postgres://postgres:${passwords.admin}@127.0.0.1:${port}/${database}`;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
};

/** Waits until something holds. An error counts as not yet. */
export const until = async (done: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    if (await done().catch(() => false)) return;
    await sleep(200);
  }
};

/** Copies a running server into a folder, over the replication protocol. */
const copy = async (port: number, folder: string, dataDir: string): Promise<void> => {
  const [base, manifest] = [join(folder, 'base.tar'), join(folder, 'manifest')];
  const files = { archive: createWriteStream(base), manifest: createWriteStream(manifest) };
  await takeBaseBackup(`postgres://postgres:${passwords.admin}@127.0.0.1:${port}/postgres`, files);
  for (const file of [files.archive, files.manifest]) {
    file.end();
    await once(file, 'close');
  }
  await mkdir(dataDir, { mode: 0o700 });
  await promisify(execFile)('tar', ['-xf', base, '-C', dataDir]);
  await rm(base);
};

/** Starts a primary, and a standby on which every commit waits. */
export const startPair = async (folder: string): Promise<PostgresPair> => {
  for (const name of ['a', 'b']) await mkdir(join(folder, name), { mode: 0o755, recursive: true });
  await chmod(folder, 0o755);
  const settings = { ...CONNECTIONS, wal_keep_size: '512MB' };
  const primary = await startPostgres({ dataDir: join(folder, 'a', 'postgres'), passwords, settings });

  const dataDir = join(folder, 'b', 'postgres');
  await copy(primary.port, join(folder, 'b'), dataDir);
  const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${passwords.admin} application_name=standby`;
  await appendFile(join(dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  await writeFile(join(dataDir, 'standby.signal'), '');
  const { postgres } = await postgresBinaries();
  const as = await postgresUser(postgres, join(folder, 'b'));
  const { uid, gid } = await stat(join(folder, 'a', 'postgres'));
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, dataDir]);
  await chown(join(folder, 'b'), uid, gid);
  const port = await freePort();
  const given = Object.entries({ ...SETTINGS, ...CONNECTIONS }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const [command = '', ...args] = [...as.prefix, postgres, '-D', dataDir, '-p', String(port), ...given];
  const standby = await launch({
    command,
    args,
    cwd: dataDir,
    ...as.spawnOptions,
    logFile: join(folder, 'standby.log'),
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
  });
  await asAdmin(primary.port, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await asAdmin(primary.port, 'SELECT pg_reload_conf()');
  const inSync = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
  await until(async () => (await asAdmin(primary.port, inSync)).length === 1);
  return {
    ports: { primary: primary.port, standby: port },
    passwords,
    losePrimary: () => void process.kill(primary.pid, 'SIGKILL'),
    promote: async () => {
      await asAdmin(port, 'SELECT pg_promote(true, 60)');
    },
    stop: async () => {
      await standby.stop(10_000);
      await primary.stop(10_000);
    },
  };
};
