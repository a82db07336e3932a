/** A sign-in completes once, however often its answer is sent. */
import { sql } from 'kysely';
import type { Ledger } from '../ledger/index.ts';
import { personActor } from './caller.ts';
import type { PersonRecord } from './people.ts';
import { recordPersonAct } from './rows.ts';
import type { Tx } from './sign-in.ts';
import { hashToken } from './token.ts';

/**
 * Marks a sign-in as completed. Its marks are kept for a day, which is longer than any provider accepts a
 * code.
 * @returns false if it was already completed, in which case somebody has sent the provider's answer again
 */
export const completeOnce = async (
  tx: Tx,
  state: string,
  { team_id, id }: PersonRecord,
): Promise<boolean> => {
  await tx
    .deleteFrom('completed_sign_ins')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  const made = await tx
    .insertInto('completed_sign_ins')
    .values({ state_hash: hashToken(state), team_id, person_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst();
  return made !== undefined;
};

/** Records, once, that the answer of a completed sign-in was sent again. @returns false if no such sign-in is known */
export const recordReplay = async (tx: Tx, ledger: Ledger, state: string): Promise<boolean> => {
  const done = await tx
    .updateTable('completed_sign_ins')
    .set({ replayed: sql<number>`replayed + 1` })
    .where('state_hash', '=', hashToken(state))
    .returning(['team_id', 'person_id', 'replayed'])
    .executeTakeFirst();
  if (done === undefined) return false;
  if (done.replayed > 1) return true;
  const person = await tx
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', '=', done.person_id)
    .executeTakeFirstOrThrow();
  await recordPersonAct(ledger, tx, {
    teamId: done.team_id,
    personId: person.id,
    action: 'person.sign_in_refused',
    detail: { reason: 'replayed' },
    actor: personActor(person),
  });
  return true;
};
