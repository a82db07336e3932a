import { type Kysely, Kysely as Connection, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../../db/schema.ts';

/** Maximum time for one statement. Writing a million rows takes longer than a request's usual statements may. */
const STATEMENT_MS = 900_000;

/** A database connection for one import: the rows are staged in a table that only this connection sees. */
export interface ImportSession {
  readonly db: Kysely<Database>;
  /** Begins a COPY in text format. */
  readonly copy: (statement: string) => ReturnType<typeof copyFrom>;
  readonly close: () => Promise<void>;
}

/** Opens a connection of its own, because COPY cannot share one, and because it must outlive the limits of a usual statement. */
export const openImportSession = async (url: string): Promise<ImportSession> => {
  const client = new pg.Client({
    connectionString: url,
    options: '-c role=pramaan_app -c search_path=public',
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    application_name: 'pramaan import',
  });
  // A connection that breaks makes the next statement fail. Without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  const db = new Connection<Database>({ dialect: new PostgresDialect({ pool: onlyClient(client) }) });
  return { db, copy: (statement) => client.query(copyFrom(statement)), close: async () => client.end() };
};

/** Makes one client look like a pool, so that queries and COPY share its connection. */
const onlyClient = (client: pg.Client) => ({
  options: {},
  connect: async () => Object.assign(client, { release: () => {} }),
  end: async () => {},
});
