import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Interval between probes of a server that is running a long statement, and time limit for a probe. */
const ASK_EVERY_MS = 2_000;
const ANSWER_MS = 5_000;

/** Configures a statement that may exceed the pool's usual time limit. */
export const longQuery = (text: string, values: unknown[], ms: number): pg.QueryConfig => {
  const config = { text, values, query_timeout: ms };
  return config;
};

/**
 * Runs a statement that may take minutes, and aborts it when the server stops responding. With only a time limit, the caller
 * would wait for the whole limit after the server had stopped responding. A server that is merely busy still accepts the probe's
 * connection.
 * @param client the connection that the task uses
 * @throws any error from the task, or an error that isTransient recognises when the server stopped responding
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
    // If the task ended during the probe, its connection now belongs to another caller.
    if (!done.aborted) cut(client);
  }
};

/** Breaks a connection, so that everything waiting for it fails at once. */
const cut = (client: pg.ClientBase): void => {
  const { stream } = (client as unknown as { connection: { stream: { destroy: (error: Error) => void } } })
    .connection;
  stream.destroy(new Error('Connection terminated: the database no longer responds'));
};

/** Returns whether the server responds. An error reply counts too, because a hung server does not reply at all. */
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
    // Not awaited, because a hung server does not confirm that the connection has ended.
    void client.end().catch(() => undefined);
  }
};
