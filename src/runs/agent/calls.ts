import type { Kysely } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { ToolCall } from '../../model/messages.ts';
import { findMessage, type RunOfMessages } from './transcript.ts';

/** Returns the calls made by a run's model, turn by turn. @throws SealedValueGoneError when the messages were erased */
export const readTurns = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<readonly { readonly turn: number; readonly calls: readonly ToolCall[] }[]> => {
  const rows = await db
    .selectFrom('agent_turns')
    .select('turn')
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .orderBy('turn')
    .execute();
  const turns = [];
  for (const { turn } of rows) {
    const message = await findMessage(db, ring, { teamId, ledgerRef, turn, part: 0 });
    turns.push({ turn, calls: message?.role === 'assistant' ? message.calls : [] });
  }
  return turns;
};
