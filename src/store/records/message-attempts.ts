/** The attempts to send a queued message, until it is sent or given up. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type MessageOfRun, ofRun } from './messages.ts';

export interface QueuedMessage {
  readonly body: string;
  readonly recipientRef: string | null;
  /** Whether an attempt with an unknown outcome has begun. */
  readonly isOpen: boolean;
}

/** Returns a message that is still queued; undefined if it was sent, has failed, or does not exist. */
export const queuedMessage = async (
  db: Kysely<Database>,
  message: MessageOfRun,
): Promise<QueuedMessage | undefined> => {
  const row = await db
    .selectFrom('messages')
    .select(['body', 'recipient_ref', 'attempted_at'])
    .where(ofRun(message))
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return row && { body: row.body, recipientRef: row.recipient_ref, isOpen: row.attempted_at !== null };
};

/** Records that an attempt begins, before anything is sent. */
export const beginAttempt = async (db: Kysely<Database>, message: MessageOfRun): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ attempts: sql<number>`attempts + 1`, attempted_at: sql<Date>`now()` })
    .where(ofRun(message))
    .execute();
};

/** Records that an attempt failed, so that another one may follow. */
export const deferMessage = async (
  db: Kysely<Database>,
  message: MessageOfRun,
  code: string,
): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ code, attempted_at: null })
    .where(ofRun(message))
    .where('state', '=', 'queued')
    .execute();
};

/** Records a message's end. @returns the number of attempts; undefined if it had already ended */
export const endMessage = async (
  tx: Kysely<Database>,
  message: MessageOfRun,
  { state, code }: { readonly state: 'sent' | 'failed'; readonly code: string | null },
): Promise<number | undefined> => {
  const row = await tx
    .updateTable('messages')
    .set({ state, code, attempted_at: null, ended_at: sql<Date>`now()` })
    .where(ofRun(message))
    .where('state', '=', 'queued')
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts;
};
