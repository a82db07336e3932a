import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/store/db/migrate.ts';
import { startPostgres } from '../../src/provision/postgres.ts';

export interface BenchDatabase {
  /** The service's connection URL. */
  readonly url: string;
  /** The owner's connection URL, for baselines that write to tables that the service may not write to. */
  readonly adminUrl: string;
  readonly close: () => Promise<void>;
}

/**
 * Opens a migrated, empty database: a scratch one on the server in DATABASE_URL (and DATABASE_MIGRATION_URL), or otherwise one on
 * a Postgres server that is started for the bench with default settings.
 * @param kept folder in which to keep the server's data, so that a later run can continue with it
 */
export const openBenchDatabase = async (kept?: string): Promise<BenchDatabase> => {
  const { DATABASE_URL: given, DATABASE_MIGRATION_URL: owner = given } = process.env;
  if (kept !== undefined) return onOwnServer(kept);
  return given === undefined || owner === undefined ? onOwnServer() : onServer(given, owner);
};

/** Returns a command-line option's value, which is the word after it. */
export const optionOf = (name: string): string | undefined => {
  const place = process.argv.indexOf(name);
  return place < 0 ? undefined : process.argv[place + 1];
};

const onServer = async (serviceUrl: string, ownerUrl: string): Promise<BenchDatabase> => {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await execute(ownerUrl, `CREATE DATABASE ${name}`);
  const adminUrl = withDatabase(ownerUrl, name);
  await migrate(adminUrl);
  return {
    url: withDatabase(serviceUrl, name),
    adminUrl,
    close: () => execute(ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
};

const onOwnServer = async (kept?: string): Promise<BenchDatabase> => {
  const scratch = kept ?? (await mkdtemp(join(tmpdir(), 'pramaan-bench-')));
  const server = await startPostgres({
    dataDir: join(scratch, 'postgres'),
    // A server whose data is kept has to be reopened with the same passwords.
    ...(kept !== undefined && { passwords: { admin: 'bench', service: 'bench' } }),
    settings: { max_connections: '200' },
  });
  await migrate(server.adminUrl);
  return {
    url: server.url,
    adminUrl: server.adminUrl,
    close: async () => {
      await server.stop(60_000);
      if (kept === undefined) await rm(scratch, { recursive: true, force: true });
    },
  };
};

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

/** Runs statements on a separate connection. */
export const execute = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};
