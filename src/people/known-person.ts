/** The stored person whom a sign-in identifies: found, added or updated. */
import type { Kysely } from 'kysely';
import { maskText } from '../governance/mask.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { personActor } from './caller.ts';
import { type PersonRecord, addPerson } from './people.ts';
import { isSame, setRoles } from './person-changes.ts';
import type { Identity, Tx } from './sign-in.ts';

/**
 * Finds the person if this token changes nothing: the person is active, has a role, and has shown this token
 * or a newer one before. Writes nothing, so that a request with a known token costs one query.
 */
export const recognised = async (
  db: Kysely<Database>,
  teamId: string,
  identity: Identity,
): Promise<PersonRecord | undefined> => {
  const person = (await identified(db, teamId, identity).executeTakeFirst()) as PersonRecord | undefined;
  if (person === undefined || person.deactivated_at !== null || person.roles.length === 0) return undefined;
  return changes(person, identity) ? undefined : person;
};

const identified = (db: Kysely<Database>, teamId: string, { issuer, subject }: Identity) =>
  db
    .selectFrom('people')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('team_id', '=', teamId);

/** Finds and locks the person whom a token identifies. */
export const known = async (tx: Tx, teamId: string, identity: Identity): Promise<PersonRecord | undefined> =>
  (await identified(tx, teamId, identity).forUpdate().executeTakeFirst()) as PersonRecord | undefined;

/** Returns whether a token sets a person's roles or confirms them at a later time. */
const changes = (person: PersonRecord, { roles, issuedAt }: Identity): boolean => {
  if (person.roles_from === 'here') return false;
  const age = issuedAt.getTime() - (person.roles_at?.getTime() ?? -Infinity);
  return age > 0 || (age === 0 && !isSame(person.roles, roles));
};

/** Adds a person who signs in for the first time. */
export const added = async (
  tx: Tx,
  ledger: Ledger,
  teamId: string,
  identity: Identity,
): Promise<PersonRecord> => {
  const { issuer, subject, name, roles, issuedAt } = identity;
  const person = await addPerson(
    tx,
    ledger,
    {
      teamId,
      name: maskText(name),
      roles,
      rolesFrom: 'provider',
      identity: { issuer, subject },
      rolesAt: issuedAt,
    },
    (id) => personActor({ id, name }),
  );
  // Another sign-in of the same person has added it in the meantime.
  return person ?? (await known(tx, teamId, identity))!;
};

/** Updates a person from a newer token. */
export const renewed = async (
  tx: Tx,
  ledger: Ledger,
  person: PersonRecord,
  identity: Identity,
): Promise<PersonRecord> => {
  if (!changes(person, identity)) return person;
  const { roles, issuedAt } = identity;
  const change = { roles, rolesFrom: 'provider', rolesAt: issuedAt } as const;
  return setRoles(tx, ledger, person, change, personActor(person));
};
