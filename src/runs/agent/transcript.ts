import type { Kysely } from 'kysely';
import { type KeyRing, open } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { SealedValueGoneError, sealedRow } from '../../store/vault/vault.ts';
import type { Message } from '../../model/messages.ts';

export interface RunOfMessages {
  readonly teamId: string;
  readonly ledgerRef: string;
}

/**
 * A message's place in a run. Turn 0 contains the prompts. Part 0 of any other turn is the model's message, and the other parts
 * are the replies to it.
 */
export interface MessagePlace extends RunOfMessages {
  readonly turn: number;
  readonly part: number;
}

const refOf = ({ ledgerRef, turn, part }: MessagePlace): string => `${ledgerRef}/message/${turn}/${part}`;

/**
 * Seals a message under its own key and stores it. If the place is already taken, keeps the first message.
 * @param told for a tool's result, the call's masked outcome as reported to the workflow
 * @returns whether this call stored the message
 */
export const addMessage = async (
  db: Kysely<Database>,
  ring: KeyRing,
  place: MessagePlace,
  message: Message,
  told?: object,
): Promise<boolean> => {
  const { key_id, wrapped_key, sealed } = sealedRow(ring, {
    teamId: place.teamId,
    ref: refOf(place),
    value: { ...message },
  });
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('agent_messages')
    .values({
      ledger_ref: place.ledgerRef,
      team_id: place.teamId,
      turn: place.turn,
      part: place.part,
      role: message.role,
      key_id,
      wrapped_key,
      sealed,
      ...(told !== undefined && { told: JSON.stringify(told) }),
    })
    .onConflict((conflict) => conflict.columns(['ledger_ref', 'turn', 'part']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Returns a run's messages before a turn, in order. @throws SealedValueGoneError when the messages were erased */
export const readMessages = async (
  db: Kysely<Database>,
  ring: KeyRing,
  run: RunOfMessages & { readonly fromTurn?: number; readonly beforeTurn?: number },
): Promise<readonly Message[]> => {
  let query = db
    .selectFrom('agent_messages')
    .select(['turn', 'part', 'key_id', 'wrapped_key', 'sealed'])
    .where('team_id', '=', run.teamId)
    .where('ledger_ref', '=', run.ledgerRef);
  if (run.beforeTurn !== undefined) query = query.where('turn', '<', run.beforeTurn);
  if (run.fromTurn !== undefined) query = query.where('turn', '>=', run.fromTurn);
  const rows = await query.orderBy('turn').orderBy('part').execute();
  return rows.map((row) => unsealed(ring, { ...run, turn: row.turn, part: row.part }, row));
};

/** Returns the message at a place; undefined if there is none. */
export const findMessage = async (
  db: Kysely<Database>,
  ring: KeyRing,
  place: MessagePlace,
): Promise<Message | undefined> => {
  const row = await db
    .selectFrom('agent_messages')
    .select(['key_id', 'wrapped_key', 'sealed'])
    .where('team_id', '=', place.teamId)
    .where('ledger_ref', '=', place.ledgerRef)
    .where('turn', '=', place.turn)
    .where('part', '=', place.part)
    .executeTakeFirst();
  return row && unsealed(ring, place, row);
};

/** Returns a call's outcome as reported to the workflow; undefined if the call has not been answered. */
export const findOutcomeOfCall = async (
  db: Kysely<Database>,
  place: MessagePlace,
): Promise<object | null | undefined> => {
  const row = await db
    .selectFrom('agent_messages')
    .select('told')
    .where('team_id', '=', place.teamId)
    .where('ledger_ref', '=', place.ledgerRef)
    .where('turn', '=', place.turn)
    .where('part', '=', place.part)
    .executeTakeFirst();
  return row && row.told;
};

const unsealed = (
  ring: KeyRing,
  place: MessagePlace,
  row: { readonly key_id: string; readonly wrapped_key: Buffer | null; readonly sealed: Buffer | null },
): Message => {
  if (row.wrapped_key === null || row.sealed === null) {
    throw new SealedValueGoneError('The messages of the run were erased.');
  }
  const key = ring.open({ keyId: row.key_id, bytes: row.wrapped_key });
  return JSON.parse(open(key, row.sealed, `${place.teamId}/${refOf(place)}`).toString('utf8')) as Message;
};
