import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDatabase, createPool, type Db } from '../../src/store/db/client.ts';

export interface TestDatabase {
  /** URL that the service connects with, as a role that owns nothing. */
  readonly url: string;
  /** URL for a superuser, for tampering and inspection. */
  readonly adminUrl: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly close: () => Promise<void>;
}

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

const asAdmin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('postgresAdminUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Creates a migrated database for the caller alone, cloned from the global setup's template. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE pramaan_template`);
  const url = withDatabase(inject('postgresUrl'), name);
  const pool = createPool(url, { max: 20, onIdleError: () => undefined });
  return {
    url,
    adminUrl: withDatabase(inject('postgresAdminUrl'), name),
    pool,
    db: createDatabase(pool),
    close: async () => {
      await pool.end();
      await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
};

/** Creates a migrated database for one test and drops it afterwards. */
export const freshDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  return database;
};
