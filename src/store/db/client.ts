import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

// A bigint column (seq, counts) stays far below 2^53 here, and a JavaScript number is easier to handle than a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Default limit of the server's work on one statement. */
const STATEMENT_MS = 30_000;
/** How much longer the client waits for the result, because a server that hangs does not enforce its own limit. */
const ANSWER_MS = 3_000;

/**
 * Creates a pool whose connections act as pramaan_app, whatever login the URL names, so that the service can only write the
 * ledger through its append function.
 * @param statementMs limit of the server's work on one statement; shortly after it the connection is given up
 * @param onIdleError called when an idle connection breaks (the server went away); the pool replaces it by itself
 */
export const createPool = (
  url: string,
  options: {
    readonly max?: number;
    readonly statementMs?: number;
    readonly onIdleError?: (error: Error) => void;
  } = {},
): pg.Pool => {
  const { statementMs = STATEMENT_MS } = options;
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: options.max ?? 10,
    // The ledger sends a statement while the previous one is under way; callers that await each statement see no difference.
    pipeline: true,
    options: '-c role=pramaan_app -c search_path=public',
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    // In pipeline mode this breaks the connection, so that statements sent behind the slow one fail with it.
    query_timeout: statementMs + ANSWER_MS,
    application_name: 'pramaan',
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool only listens to idle connections. Without this listener, one that breaks between two statements of a transaction
  // would end the process; with it the next statement fails, and the pool drops the connection.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

/** Creates typed queries over a pool. Closing the pool also closes them. */
export const createDatabase = (pool: pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
