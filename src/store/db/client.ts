import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

// A bigint column (seq, counts) stays far below 2^53 here; a JavaScript number reads better than a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How long the server may work on a statement, unless a pool says otherwise. */
const STATEMENT_MS = 30_000;
/** How much longer its answer is waited for: a server that hangs does not look at its own limit. */
const ANSWER_MS = 3_000;

/**
 * A pool of connections that act as pramaan_app, whatever login the URL names: the service can then never write the
 * ledger but through its append function.
 * @param statementMs how long the server may work on one statement; soon after that its connection is given up
 * @param onIdleError told when an idle connection breaks (the server went away); the pool replaces it by itself
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
    // The ledger sends a statement while the one before is under way; whoever awaits each sees no difference.
    pipeline: true,
    options: '-c role=pramaan_app -c search_path=public',
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    // Breaks the connection in pipeline mode, so that what was sent behind the statement fails with it.
    query_timeout: statementMs + ANSWER_MS,
    application_name: 'pramaan',
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool listens to idle connections alone. One that breaks between two statements of a transaction would end the
  // process; with a listener the next statement fails, and the pool drops the connection.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

/** Typed queries over a pool. Closing the pool closes it. */
export const createDatabase = (pool: pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
