import type { Kysely } from 'kysely';
import { recordable } from '../../governance/recordable.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { isProfileMessage } from './profile-message.ts';
import { readMessages, type RunOfMessages } from './transcript.ts';

const MAX_SHOWN = 500;

/**
 * Returns the beginning of the request to an agent task or an analysis, masked as for a ledger row.
 * @throws SealedValueGoneError when the messages were erased
 */
export const shownQuestion = async (
  db: Kysely<Database>,
  ring: KeyRing,
  run: RunOfMessages,
): Promise<string> => {
  const prompts = await readMessages(db, ring, { ...run, beforeTurn: 1 });
  const question = prompts.findLast((message) => message.role === 'user' && !isProfileMessage(message));
  const parts = question?.role === 'user' ? question.parts : [];
  return recordable(parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'), MAX_SHOWN);
};
