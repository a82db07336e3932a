import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How often a server that works on something long is asked whether it is still there, and how long it may take to say so. */
const ASK_EVERY_MS = 2_000;
const ANSWER_MS = 5_000;

/** A statement whose answer is waited for longer than the pool waits for others. */
export const longQuery = (text: string, values: unknown[], ms: number): pg.QueryConfig => {
  const config = { text, values, query_timeout: ms };
  return config;
};

/**
 * Runs a statement that may take minutes, and ends it when its server no longer answers anybody. A time limit alone would
 * keep the caller waiting for all of it after the server was stopped; a server that is busy still lets others in.
 * @param client the connection that the task uses
 * @throws what the task throws; an error that isTransient knows when the server stopped answering
 */
export const whileAnswering = async <T>(
  pool: pg.Pool,
  client: pg.PoolClient,
  task: () => Promise<T>,
): Promise<T> => {
  const done = new AbortController();
  void watch(pool, client, done.signal);
  try {
    return await task();
  } finally {
    done.abort();
  }
};

const watch = async (pool: pg.Pool, client: pg.PoolClient, done: AbortSignal): Promise<void> => {
  while (!done.aborted) {
    await sleep(ASK_EVERY_MS, undefined, { signal: done, ref: false }).catch(() => undefined);
    if (done.aborted || (await answers(pool.options))) continue;
    // The task may have ended while the server was asked: its connection then is somebody else's.
    if (!done.aborted) cut(client);
  }
};

/** Breaks a connection, so that everything that waits on it fails at once. */
const cut = (client: pg.ClientBase): void => {
  const { stream } = (client as unknown as { connection: { stream: { destroy: (error: Error) => void } } })
    .connection;
  stream.destroy(new Error('Connection terminated: the database no longer answers'));
};

/** Any answer counts, also one that refuses us: a server that hangs gives none. */
const answers = async ({ connectionString }: pg.PoolOptions): Promise<boolean> => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'pramaan liveness',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));
  } finally {
    // A server that hangs takes no leave either.
    void client.end().catch(() => undefined);
  }
};
