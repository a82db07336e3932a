import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role } from '../contract/roles.ts';
import { initialsOf } from '../governance/initials.ts';
import { maskText } from '../governance/mask.ts';
import type { Ledger, RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { personActor } from './caller.ts';
import { addPerson, isSame, type PersonRecord, setRoles } from './people.ts';
import { recordPersonAct } from './rows.ts';
import { hashToken } from './token.ts';

type Tx = Transaction<Database>;

/** Somebody whom the identity provider has identified. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Whether the provider left out the roles because there are too many. */
  readonly overage: boolean;
  /** When the provider said so. */
  readonly issuedAt: Date;
}

export type SignInRefusal =
  'no_role' | 'group_overage' | 'deactivated' | 'unknown_team' | 'several_teams' | 'replayed';

export type Admission =
  | { readonly kind: 'admitted'; readonly person: PersonRecord }
  | { readonly kind: 'refused'; readonly why: SignInRefusal; readonly personId: string | undefined };

/**
 * Returns the team whose name or id is among these.
 * @returns the reason if there is none, or if there are several
 */
export const teamNamed = async (
  db: Kysely<Database>,
  names: readonly string[],
): Promise<{ readonly teamId: string } | 'unknown_team' | 'several_teams'> => {
  const teams = await db
    .selectFrom('teams')
    .select('id')
    .where((where) =>
      where.or([
        where('name', '=', sql<string>`any(${names}::text[])`),
        where('id', '=', sql<string>`any(${names}::text[])`),
      ]),
    )
    .limit(2)
    .execute();
  const [team, another] = teams;
  if (team === undefined) return 'unknown_team';
  return another === undefined ? { teamId: team.id } : 'several_teams';
};

/**
 * Finds or adds the person that the provider identified, and takes over the roles from the provider unless they were given here.
 * An older token than the last one changes nothing. In other teams of this service, the person loses the provider's roles.
 */
export const admit = async (
  tx: Tx,
  ledger: Ledger,
  teamId: string,
  identity: Identity,
): Promise<Admission> => {
  await loseOtherTeams(tx, ledger, teamId, identity);
  const person = await known(tx, teamId, identity);
  if (person?.deactivated_at != null) return { kind: 'refused', why: 'deactivated', personId: person.id };
  const current = person && (await renewed(tx, ledger, person, identity));
  if ((current?.roles ?? identity.roles).length === 0) {
    const why = identity.overage ? 'group_overage' : 'no_role';
    return { kind: 'refused', why, personId: person?.id };
  }
  return { kind: 'admitted', person: current ?? (await added(tx, ledger, teamId, identity)) };
};

/**
 * Finds the person if this token changes nothing: the person is active, has a role, and has shown this token or a newer one
 * before. Writes nothing, so that a request with a known token costs one query.
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

const known = async (tx: Tx, teamId: string, identity: Identity): Promise<PersonRecord | undefined> =>
  (await identified(tx, teamId, identity).forUpdate().executeTakeFirst()) as PersonRecord | undefined;

/** Returns whether a token sets a person's roles or confirms them at a later time. */
const changes = (person: PersonRecord, { roles, issuedAt }: Identity): boolean => {
  if (person.roles_from === 'here') return false;
  const age = issuedAt.getTime() - (person.roles_at?.getTime() ?? -Infinity);
  return age > 0 || (age === 0 && !isSame(person.roles, roles));
};

const added = async (tx: Tx, ledger: Ledger, teamId: string, identity: Identity): Promise<PersonRecord> => {
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

const renewed = async (
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

/** The provider has moved the person to another team. Roles that were given here stay, because the provider never gave them. */
const loseOtherTeams = async (
  tx: Tx,
  ledger: Ledger,
  teamId: string,
  { issuer, subject, issuedAt }: Identity,
): Promise<void> => {
  const others = (await tx
    .selectFrom('people')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('team_id', '!=', teamId)
    .where('roles_from', '=', 'provider')
    .where(sql<boolean>`cardinality(roles) > 0`)
    .where((where) => where.or([where('roles_at', 'is', null), where('roles_at', '<=', issuedAt)]))
    .forUpdate()
    .execute()) as PersonRecord[];
  for (const other of others) {
    const change = { roles: [], rolesFrom: 'provider', rolesAt: issuedAt } as const;
    await setRoles(tx, ledger, other, change, personActor(other));
  }
};

/** Returns somebody who is not a person of any team, as the actor of the row that records the refusal. */
export const strangerActor = ({
  issuer,
  subject,
  name,
}: Pick<Identity, 'issuer' | 'subject' | 'name'>): RowActor => ({
  kind: 'person',
  id: `subject_${hashToken(`${issuer}\n${subject}`).toString('hex').slice(0, 32)}`,
  name: initialsOf(name),
});

/**
 * Marks a sign-in as completed. Its marks are kept for a day, which is longer than any provider accepts a code.
 * @returns false if it already was, in which case somebody has sent the same answer of the provider again
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
