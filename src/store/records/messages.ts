import { type Kysely, sql } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { sealValue } from '../vault/vault.ts';
import type { Db } from './digest.ts';

export type MessageKind = 'device_alert' | 'text_message';

export interface MessageOfRun {
  readonly teamId: string;
  readonly runId: string;
  readonly kind: MessageKind;
}

/**
 * Queues a message to a person, once per run and kind. The body must not contain an identifier. The recipient is sealed beside the
 * run's case, so it is erased with the case.
 * @returns whether it was queued; false if the run has a message of this kind
 */
export const queueMessage = async (
  tx: Db,
  ring: KeyRing,
  run: { readonly teamId: string; readonly runId: string; readonly ledgerRef: string },
  message: {
    readonly kind: MessageKind;
    /** The recipient in the clear; undefined if only its digest is on file. */
    readonly to: string | undefined;
    readonly toMasked: string;
    readonly body: string;
  },
): Promise<boolean> => {
  const { teamId, runId, ledgerRef } = run;
  const ref = message.to === undefined ? null : `${ledgerRef}/recipient/${message.kind}`;
  if (ref !== null) await sealValue(tx, ring, { teamId, ref, value: { to: message.to } });
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('messages')
    .values({
      team_id: teamId,
      run_id: runId,
      kind: message.kind,
      to_masked: message.toMasked,
      body: message.body,
      recipient_ref: ref,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** A message that has not been sent and has no workflow yet, and whose team has a connector for messages. */
export interface StartableMessage extends MessageOfRun {
  readonly ledgerRef: string;
}

/** Returns messages to start, oldest first. Messages from before the connector existed are never sent. */
export const messagesToStart = async (
  db: Kysely<Database>,
  limit: number,
): Promise<readonly StartableMessage[]> => {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('connectors as c', (join) =>
      join.onRef('c.team_id', '=', 'm.team_id').on('c.serves', '=', 'messages'),
    )
    .innerJoin('runs as r', 'r.id', 'm.run_id')
    .select(['m.team_id', 'm.run_id', 'm.kind', 'r.ledger_ref'])
    .where('m.state', '=', 'queued')
    .where('m.started_at', 'is', null)
    .where('m.recipient_ref', 'is not', null)
    .whereRef('m.queued_at', '>=', 'c.created_at')
    .orderBy('m.queued_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    teamId: row.team_id,
    runId: row.run_id,
    kind: row.kind,
    ledgerRef: row.ledger_ref,
  }));
};

/** Selects a run's message of one kind. */
export const ofRun = ({ teamId, runId, kind }: MessageOfRun) =>
  sql<boolean>`(team_id = ${teamId} AND run_id = ${runId} AND kind = ${kind})`;

export const markMessageStarted = async (db: Kysely<Database>, message: MessageOfRun): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ started_at: sql<Date>`now()` })
    .where(ofRun(message))
    .execute();
};
