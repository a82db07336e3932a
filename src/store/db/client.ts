import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

// Values of bigint columns (seq, counts) are always far below 2^53 here, and a JavaScript number is easier to handle than a
// string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Default time limit for the server to execute one statement. */
const STATEMENT_MS = 30_000;
/**
 * Additional time that the client waits for a result. The client needs its own limit because a hung server does not enforce its
 * own.
 */
const ANSWER_MS = 3_000;

/**
 * Creates a pool whose connections act as pramaan_app, regardless of the login in the URL, so that the service can only write to
 * the ledger through its append function.
 * @param statementMs time limit for the server to execute one statement; soon after it has passed, the client drops the
 * connection
 * @param onIdleError called when an idle connection breaks because the server is gone; the pool replaces the connection by itself
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
    // Lets the ledger send a statement before the previous one has finished. Callers that await each statement see no difference.
    pipeline: true,
    options: '-c role=pramaan_app -c search_path=public',
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    // In pipeline mode, exceeding this limit breaks the connection, so statements sent behind the slow one fail too.
    query_timeout: statementMs + ANSWER_MS,
    application_name: 'pramaan',
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool only listens for errors on idle connections. Without this listener, a connection that breaks between two statements
  // of a transaction would end the process. With it, the next statement fails and the pool drops the connection.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

/** Creates typed queries over a pool. Closing the pool also closes them. */
export const createDatabase = (pool: pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
