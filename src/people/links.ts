import { sql, type Transaction } from 'kysely';
import { newId } from '../ids.ts';
import type { Ledger, RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { personActor } from './caller.ts';
import { findPerson, type PersonRecord, type PersonRef } from './people.ts';
import { recordPersonAct } from './rows.ts';
import { openSession } from './sessions.ts';
import { hashToken, mintToken } from './token.ts';

export const LINK_MINUTES = 10;

/** How many refusals of one link are recorded. Anybody who knows a used link could otherwise fill the ledger. */
const RECORDED_REFUSALS = 20;

export type LinkRefusal = 'used' | 'late' | 'deactivated' | 'no_role';

/**
 * Makes a link's token, which signs in a person once within ten minutes.
 * @returns undefined when the team has no such person; a refusal when the link could not work
 */
export const makeLink = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  which: PersonRef,
  actor: RowActor,
): Promise<{ readonly token: string; readonly person: PersonRecord } | LinkRefusal | undefined> => {
  const person = await findPerson(tx, which);
  if (person === undefined) return undefined;
  if (person.deactivated_at !== null) return 'deactivated';
  if (person.roles.length === 0) return 'no_role';
  const token = mintToken();
  const id = newId('link');
  await tx
    .insertInto('sign_in_links')
    .values({
      id,
      team_id: person.team_id,
      person_id: person.id,
      token_hash: hashToken(token),
      expires_at: sql<Date>`now() + make_interval(mins => ${LINK_MINUTES})` as unknown as Date,
    })
    .execute();
  await recordPersonAct(ledger, tx, {
    teamId: person.team_id,
    personId: person.id,
    action: 'person.link_made',
    detail: { link: id, minutes: LINK_MINUTES },
    actor,
  });
  return { token, person };
};

/** A session that a link opened, or why it did not. */
export type LinkUse =
  | { readonly kind: 'opened'; readonly token: string; readonly person: PersonRecord }
  | { readonly kind: 'refused'; readonly why: LinkRefusal }
  | { readonly kind: 'unknown' };

/** Uses up a link and opens a session. Records refusals of links that were once valid. Requires its own transaction. */
export const useLink = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  token: string,
  client: string,
): Promise<LinkUse> => {
  const link = await tx
    .selectFrom('sign_in_links')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('late'))
    .where('token_hash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst();
  if (link === undefined) return { kind: 'unknown' };
  const person = await findPerson(tx, { teamId: link.team_id, personId: link.person_id });
  if (person === undefined) return { kind: 'unknown' };
  const why = refusalOf(link, person);
  if (why !== undefined) {
    await tx
      .updateTable('sign_in_links')
      .set({ refused: link.refused + 1 })
      .where('id', '=', link.id)
      .execute();
    if (link.refused < RECORDED_REFUSALS) {
      await recordPersonAct(ledger, tx, {
        teamId: link.team_id,
        personId: person.id,
        action: 'person.link_refused',
        detail: { link: link.id, reason: why },
        actor: personActor(person),
      });
    }
    return { kind: 'refused', why };
  }
  await tx
    .updateTable('sign_in_links')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', link.id)
    .execute();
  return { kind: 'opened', person, ...(await openSession(tx, ledger, person, { how: 'link', client })) };
};

const refusalOf = (
  { used_at, late }: { readonly used_at: Date | null; readonly late: boolean },
  person: PersonRecord,
): LinkRefusal | undefined => {
  if (used_at !== null) return 'used';
  if (late) return 'late';
  if (person.deactivated_at !== null) return 'deactivated';
  return person.roles.length === 0 ? 'no_role' : undefined;
};
