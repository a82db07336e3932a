import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/**
 * Number of the advisory lock shared by all instances: its holder migrates, and the others wait and then find nothing left to do.
 */
const MIGRATION_LOCK = 7_262_601_119;

const DIRECTORY = new URL('../../../sql/', import.meta.url);

/**
 * Applies the numbered files in sql/ that the database lacks, each in its own transaction.
 * @param url connection URL for a role that may create roles and tables
 * @returns names of the files applied by this call
 * @throws when a file has changed since it was applied, because a change to the schema needs a new file
 */
export const migrate = async (url: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, content_hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    return await applyMissing(client);
  } finally {
    await client.end();
  }
};

const applyMissing = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string; content_hash: string }>(
    'SELECT name, content_hash FROM schema_migrations',
  );
  const known = new Map(rows.map((row) => [row.name, row.content_hash]));
  const applied: string[] = [];
  const names = (await readdir(DIRECTORY)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted();
  for (const name of names) {
    const sql = await readFile(new URL(name, DIRECTORY), 'utf8');
    const hash = createHash('sha256').update(sql).digest('hex');
    const before = known.get(name);
    if (before === hash) continue;
    if (before !== undefined) {
      throw new Error(`sql/${name} was changed after it had been applied; add a new numbered file instead`);
    }
    await applyOne(client, name, sql, hash);
    applied.push(name);
  }
  return applied;
};

const applyOne = async (client: pg.Client, name: string, sql: string, hash: string): Promise<void> => {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (name, content_hash) VALUES ($1, $2)', [name, hash]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`sql/${name} could not be applied: ${(error as Error).message}`, { cause: error });
  }
};
