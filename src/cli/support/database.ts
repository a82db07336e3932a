import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { createDatabase } from '../../store/db/client.ts';
import { readWebhookState } from '../../store/webhooks/state.ts';

/** Runs by state, counted in the tables that hold them. */
const RUN_TABLES = ['runs', 'agent_runs', 'operator_runs', 'reviews'] as const;

interface Migration {
  readonly name: string;
  readonly applied_at: string;
}

const readMigrations = async (pool: pg.Pool): Promise<unknown> => {
  const folder = new URL('../../../sql/', import.meta.url);
  const here = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  try {
    const { rows } = await pool.query<Migration>(
      'SELECT name, applied_at::text FROM schema_migrations ORDER BY name',
    );
    const known = new Set(rows.map(({ name }) => name));
    return { applied: rows, missing: here.filter((name) => !known.has(name)).toSorted() };
  } catch (error) {
    return { error: (error as { code?: string }).code ?? 'unreadable', here: here.length };
  }
};

const countRuns = async (pool: pg.Pool): Promise<unknown> => {
  const counts: Record<string, unknown> = {};
  for (const table of RUN_TABLES) {
    const column = table === 'reviews' ? 'state' : 'status';
    const { rows } = await pool.query<{ state: string; count: number; oldest_seconds: number }>(
      `SELECT ${column} AS state, count(*)::int AS count,
         extract(epoch FROM now() - min(created_at))::int AS oldest_seconds
       FROM ${table} GROUP BY 1 ORDER BY 1`,
    );
    counts[table] = rows;
  }
  return counts;
};

/** Sizes, by Postgres's own statistics: no table is read. */
const readSizes = async (pool: pg.Pool): Promise<unknown> => {
  const { rows } = await pool.query(
    `SELECT relname AS table, greatest(reltuples, 0)::bigint::text AS rows, pg_table_size(oid)::text AS bytes,
       pg_indexes_size(oid)::text AS index_bytes
     FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  return rows;
};

const readServer = async (pool: pg.Pool): Promise<unknown> => {
  const { rows } = await pool.query(
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS is_standby,
       pg_database_size(current_database())::text AS bytes, extract(epoch FROM clock_timestamp())::float8 AS clock,
       (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`,
  );
  const { clock, ...server } = rows[0] as { clock: number };
  return { ...server, clock_offset_ms: Math.round(clock * 1_000 - Date.now()) };
};

/** Reads states, counts and sizes, and no content of a row. */
export const readDatabase = async (pool: pg.Pool): Promise<unknown> => ({
  server: await readServer(pool),
  migrations: await readMigrations(pool),
  runs: await countRuns(pool),
  webhooks: await readWebhookState(createDatabase(pool)),
  tables: await readSizes(pool),
});
