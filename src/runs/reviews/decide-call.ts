import type { Transaction } from 'kysely';
import { maskJson } from '../../governance/mask.ts';
import type { JsonObject } from '../../ledger/index.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import {
  answerAskedCall,
  type AskedCall,
  changedArgumentsRef,
  findCallOfReview,
} from '../../store/reviews/asked-calls.ts';
import { sealValue } from '../../store/vault/vault.ts';
import { checkOutput } from '../output-schema.ts';
import type { Effect, Outcome } from './effect.ts';

/** Arguments that a person substituted for a call's own, and the ring that seals them. */
export interface ChangedArguments {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly ring: KeyRing;
}

/** Stores the answer about a call. The run reads it, so the call is made once or never. */
export const decideCall = async (
  tx: Transaction<Database>,
  { review, option, changed }: Effect,
): Promise<Outcome> => {
  const asked = (await findCallOfReview(tx, review.id))!;
  await answerAskedCall(tx, review.id, option === 'approve');
  const detail: JsonObject = { tool: asked.tool, approved: option === 'approve' };
  if (changed === undefined) return { changed: detail };
  const checked = checkOutput(asked.schema, JSON.stringify(changed.arguments));
  if ('faults' in checked) return { impossible: `The arguments do not fit: ${checked.faults.join('; ')}.` };
  await seal(tx, asked, changed);
  return { changed: { ...detail, arguments: maskJson(changed.arguments) as JsonObject } };
};

const seal = async (
  tx: Transaction<Database>,
  asked: AskedCall,
  changed: ChangedArguments,
): Promise<void> => {
  const { team_id: teamId, ledger_ref: ledgerRef, turn, call } = asked;
  const ref = changedArgumentsRef({ ledgerRef, turn, call });
  await sealValue(tx, changed.ring, { teamId, ref, value: changed.arguments });
};
