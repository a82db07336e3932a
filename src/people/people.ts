import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Role } from '../contract/roles.ts';
import { newId } from '../ids.ts';
import type { Ledger, RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { recordPersonAct } from './rows.ts';

type Db = Kysely<Database>;
type Tx = Transaction<Database>;

export type PersonRecord = Omit<Selectable<Database['people']>, 'roles'> & { readonly roles: Role[] };

export interface PersonRef {
  readonly teamId: string;
  readonly personId: string;
}

/** Lists a team's people, newest first, including deactivated ones. */
export const listPeople = async (db: Db, teamId: string): Promise<readonly PersonRecord[]> =>
  (await db
    .selectFrom('people')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()) as PersonRecord[];

/** @returns undefined when the team has no such person */
export const findPerson = async (
  db: Db,
  { teamId, personId }: PersonRef,
): Promise<PersonRecord | undefined> =>
  (await db
    .selectFrom('people')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', personId)
    .executeTakeFirst()) as PersonRecord | undefined;

/** Finds a person and locks the row until the end of the transaction, so that two changes do not overwrite each other. */
const lockPerson = async (tx: Tx, { teamId, personId }: PersonRef): Promise<PersonRecord | undefined> =>
  (await tx
    .selectFrom('people')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst()) as PersonRecord | undefined;

const store = async (
  tx: Tx,
  { id, ...values }: { readonly id: string } & Partial<PersonRecord>,
): Promise<PersonRecord> =>
  (await tx
    .updateTable('people')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as PersonRecord;

export interface NewPerson {
  readonly teamId: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly rolesFrom: 'provider' | 'here';
  /** Who the person is at the identity provider; undefined for a local person. */
  readonly identity?: { readonly issuer: string; readonly subject: string } | undefined;
  readonly rolesAt?: Date | undefined;
}

/** Adds a person. @returns undefined if the team already has a person with this identity */
export const addPerson = async (
  tx: Tx,
  ledger: Ledger,
  wanted: NewPerson,
  actor: RowActor | ((id: string) => RowActor),
): Promise<PersonRecord | undefined> => {
  const { teamId, name, roles, rolesFrom, identity, rolesAt } = wanted;
  const added = (await tx
    .insertInto('people')
    .values({
      id: newId('person'),
      team_id: teamId,
      name,
      issuer: identity?.issuer ?? null,
      subject: identity?.subject ?? null,
      roles: [...roles],
      roles_from: rolesFrom,
      roles_at: rolesAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject', 'team_id']).doNothing())
    .returningAll()
    .executeTakeFirst()) as PersonRecord | undefined;
  if (added === undefined) return undefined;
  await recordPersonAct(ledger, tx, {
    teamId,
    personId: added.id,
    action: 'person.added',
    detail: { roles, roles_from: rolesFrom },
    actor: typeof actor === 'function' ? actor(added.id) : actor,
  });
  return added;
};

/** The roles that a person gets, and where they come from. */
export interface RoleChange {
  readonly roles: readonly Role[];
  readonly rolesFrom: 'provider' | 'here';
  readonly rolesAt?: Date;
}

/** Returns whether two lists contain the same roles, in any order. */
export const isSame = (some: readonly Role[], others: readonly Role[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role));

/** Changes a person's roles. Records nothing if they stay the same. */
export const setRoles = async (
  tx: Tx,
  ledger: Ledger,
  person: PersonRecord,
  { roles, rolesFrom, rolesAt }: RoleChange,
  actor: RowActor,
): Promise<PersonRecord> => {
  const same = isSame(person.roles, roles) && person.roles_from === rolesFrom;
  const changed = await store(tx, {
    id: person.id,
    roles: [...roles],
    roles_from: rolesFrom,
    ...(rolesAt !== undefined && { roles_at: rolesAt }),
  });
  if (same) return changed;
  await recordPersonAct(ledger, tx, {
    teamId: person.team_id,
    personId: person.id,
    action: 'person.role_changed',
    detail: { from: person.roles, to: roles, roles_from: rolesFrom },
    actor,
  });
  return changed;
};

/**
 * Gives a person roles of this service, or, for null, lets the next sign-in take them from the identity provider again.
 * @returns undefined when the team has no such person; `local` when there is no provider that could give roles to the person
 */
export const changeRoles = async (
  tx: Tx,
  ledger: Ledger,
  which: PersonRef,
  roles: readonly Role[] | null,
  actor: RowActor,
): Promise<PersonRecord | 'local' | undefined> => {
  const person = await lockPerson(tx, which);
  if (person === undefined) return undefined;
  if (roles === null && person.issuer === null) return 'local';
  const change: RoleChange =
    roles === null ? { roles: person.roles, rolesFrom: 'provider' } : { roles, rolesFrom: 'here' };
  return setRoles(tx, ledger, person, change, actor);
};

/**
 * Deactivates a person, which also ends all sessions, or reactivates one. Doing it again changes nothing.
 * @returns undefined when the team has no such person
 */
export const setActive = async (
  tx: Tx,
  ledger: Ledger,
  which: PersonRef,
  active: boolean,
  actor: RowActor,
): Promise<PersonRecord | undefined> => {
  const person = await lockPerson(tx, which);
  if (person === undefined || (person.deactivated_at === null) === active) return person;
  const changed = await store(tx, { id: person.id, deactivated_at: active ? null : new Date() });
  if (!active) {
    await tx
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()` })
      .where('person_id', '=', person.id)
      .where('ended_at', 'is', null)
      .execute();
  }
  await recordPersonAct(ledger, tx, {
    teamId: person.team_id,
    personId: person.id,
    action: active ? 'person.reactivated' : 'person.deactivated',
    detail: { roles: person.roles },
    actor,
  });
  return changed;
};
