import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const RETRY_MS = 500;

export interface ListenerOptions {
  readonly url: string;
  readonly channel: 'code_run_stored' | 'code_run_wanted' | 'run_events';
  readonly onPayload: (payload: string) => void;
  /** Called each time listening starts or resumes; earlier notifications may have been lost. */
  readonly onListening?: () => void;
  /** Called when the connection breaks or cannot be made; it is retried. */
  readonly onBreak: (error: unknown) => void;
}

export interface Listener {
  readonly close: () => Promise<void>;
}

/**
 * Listens to the notifications of a channel over a connection of its own. Notifications sent while that is disconnected are lost,
 * so a notification may only speed up something that also happens without it.
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

/** Notifies the current listeners of a channel. The payload has at most 8000 bytes. */
export const notify = async (
  db: Pick<pg.Pool, 'query'>,
  channel: ListenerOptions['channel'],
  payload: string,
): Promise<void> => {
  await db.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [channel, payload] });
};
