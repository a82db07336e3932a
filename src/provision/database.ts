import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { migrate } from '../store/db/migrate.ts';
import { byService } from '../ledger/index.ts';
import { replaceKeys } from '../ledger/replace-keys.ts';
import { createSigners } from '../ledger/signing-keys.ts';
import { requireFree } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { ProvisionError } from './problem.ts';
import type { Progress } from '../process/progress.ts';
import type { Secrets } from './secrets.ts';
import type { StartSettings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

interface Urls {
  readonly url: string;
  readonly adminUrl: string;
}

/** Publishes the keys that this start signs with, because the service itself may only publish an installation's first keys. */
export const publishSigningKeys = async (adminUrl: string, config: Config): Promise<void> => {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 1, options: '-c search_path=public' });
  try {
    const keys = createSigners(config).map(({ publicKey }) => publicKey);
    await replaceKeys(pool, { origin: config.LEDGER_ORIGIN, keys, actor: byService('npm-start') });
  } finally {
    await pool.end();
  }
};

/**
 * Provides a migrated database: the one in DATABASE_URL, or otherwise our own Postgres.
 * @returns the service's connection URL and the owner's
 */
export const provideDatabase = async (
  settings: StartSettings,
  secrets: Secrets,
  { step }: Progress,
  supervisor: Supervisor,
): Promise<Urls> => {
  const urls = await step('Postgres', async () =>
    settings.DATABASE_URL === undefined ? startOwn(settings, secrets, supervisor) : useGiven(settings),
  );
  await step('database tables', async () => {
    await migrate(urls.adminUrl);
  });
  return urls;
};

const startOwn = async (settings: StartSettings, secrets: Secrets, supervisor: Supervisor): Promise<Urls> => {
  const { PRAMAAN_DATA_DIR: dataDir, POSTGRES_PORT: port } = settings;
  await requireFree({ port, by: 'the database', setting: 'POSTGRES_PORT' });
  const start = async () =>
    startPostgres({
      dataDir: join(dataDir, 'postgres'),
      port,
      passwords: { admin: secrets.postgres_admin_password, service: secrets.postgres_service_password },
      logFile: join(dataDir, 'log/postgres.log'),
    });
  return supervisor.add({
    name: 'Postgres',
    start,
    stopSignal: 'SIGINT',
    patienceMs: 30_000,
    giveUpAfter: 5,
  });
};

const useGiven = async ({ DATABASE_URL: url = '', DATABASE_MIGRATION_URL }: StartSettings): Promise<Urls> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return { url, adminUrl: DATABASE_MIGRATION_URL ?? url };
  } catch (error) {
    // The driver's message may contain the host and user, but never the password.
    throw new ProvisionError(
      `The database in DATABASE_URL refuses the connection: ${(error as Error).message}`,
      'Start it, or correct DATABASE_URL, or unset DATABASE_URL to start a Postgres server here.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};
