import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/db/schema.ts';
import type { Posted } from './notifications.ts';

/** Maximum number of characters of a message. A notification's payload may have 8000 bytes. */
const MESSAGE_MAX = 7_800;

/**
 * Passes short messages to whichever process waits for them. A message that comes while the process is not listening is lost, so
 * whoever waits needs a time limit.
 */
export class Mailboxes {
  readonly #open = new Map<string, (message: string) => void>();
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Calls `onMessage` with each message to the address. @returns a function that closes the mailbox */
  open(address: string, onMessage: (message: string) => void): () => void {
    const to = digest(address);
    this.#open.set(to, onMessage);
    return () => {
      if (this.#open.get(to) === onMessage) this.#open.delete(to);
    };
  }

  /**
   * Sends a message to whichever process has opened the address.
   * @param message ASCII; sealed if a person may have written it
   * @returns false if it is too long
   */
  async post(address: string, message: string): Promise<boolean> {
    if (message.length > MESSAGE_MAX) return false;
    const posted: Posted = { to: digest(address), message };
    if (this.deliver(posted)) return true;
    await sql`select pg_notify('run_events', ${JSON.stringify(posted)})`.execute(this.#db);
    return true;
  }

  /** Hands over a message. @returns whether somebody in this process waits for it */
  deliver({ to, message }: Posted): boolean {
    const onMessage = this.#open.get(to);
    onMessage?.(message);
    return onMessage !== undefined;
  }
}

/** Addresses identify callers and requests, which must not be in notifications. */
const digest = (address: string): string => createHash('sha256').update(address).digest('base64url');
