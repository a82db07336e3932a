import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How often a server that runs a long statement is probed, and how long a probe may take. */
const ASK_EVERY_MS = 2_000;
const ANSWER_MS = 5_000;

/** Configures a statement that may take longer than the pool's usual time limit. */
export const longQuery = (text: string, values: unknown[], ms: number): pg.QueryConfig => {
  const config = { text, values, query_timeout: ms };
  return config;
};

/**
 * Runs a statement that may take minutes, and aborts it when its server stops answering. With a time limit alone, the caller
 * would wait for the whole limit after the server was stopped; a busy server still accepts other connections.
 * @param client the connection that the task uses
 * @throws what the task throws; an error that isTransient recognises when the server stopped answering
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
    // The task may have ended during the probe, and its connection then belongs to another caller.
    if (!done.aborted) cut(client);
  }
};

/** Breaks a connection, so that everything waiting on it fails at once. */
const cut = (client: pg.ClientBase): void => {
  const { stream } = (client as unknown as { connection: { stream: { destroy: (error: Error) => void } } })
    .connection;
  stream.destroy(new Error('Connection terminated: the database no longer answers'));
};

/** Returns whether the server answers. An error reply also counts, because a server that hangs gives none. */
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
    // Not awaited, because a server that hangs does not confirm the end of the connection.
    void client.end().catch(() => undefined);
  }
};
