import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

const RETRY_MS = 500;

export interface ListenerOptions {
  readonly url: string;
  readonly channel: 'code_run_stored' | 'code_run_wanted' | 'run_events' | 'switches';
  readonly onPayload: (payload: string) => void;
  /** Called each time listening starts or resumes. Notifications sent before that may have been lost. */
  readonly onListening?: () => void;
  /** Called when the connection breaks or cannot be established. The listener retries by itself. */
  readonly onBreak: (error: unknown) => void;
}

export interface Listener {
  readonly close: () => Promise<void>;
}

/**
 * Listens to a channel's notifications over its own connection. Notifications sent while it is disconnected are lost, so they may
 * only speed up things that would also happen without them.
 */
export const createListener = (options: ListenerOptions): Listener => {
  const closing = new AbortController();
  let client: pg.Client | undefined;
  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      client = new pg.Client({
        connectionString: options.url,
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
        application_name: 'pramaan listener',
      });
      try {
        await untilBroken(client, options);
      } catch (error) {
        if (!closing.signal.aborted) options.onBreak(error);
      }
      await client.end().catch(() => undefined);
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const listening = listen();
  return {
    close: async () => {
      closing.abort();
      await client?.end().catch(() => undefined);
      await listening;
    },
  };
};

const untilBroken = async (
  client: pg.Client,
  { channel, onPayload, onListening }: ListenerOptions,
): Promise<void> => {
  const broken = new Promise<void>((resolve, reject) => {
    client.once('end', resolve);
    client.on('error', reject);
  });
  broken.catch(() => undefined);
  client.on('notification', ({ payload }) => onPayload(payload ?? ''));
  await client.connect();
  await client.query(`LISTEN ${channel}`);
  onListening?.();
  await broken;
};

/** Notifies a channel's current listeners. The payload may have at most 8000 bytes. */
export const notify = async (
  db: Pick<pg.Pool, 'query'>,
  channel: ListenerOptions['channel'],
  payload: string,
): Promise<void> => {
  await db.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [channel, payload] });
};

/** Notifies a channel's listeners once the transaction has committed. */
export const notifyIn = async (
  tx: Transaction<Database>,
  channel: ListenerOptions['channel'],
  payload: string,
): Promise<void> => {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
};
