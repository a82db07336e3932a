import { sql } from 'kysely';
import type { Role } from '../contract/roles.ts';
import type { RowActor, Ledger } from '../ledger/index.ts';
import { type Tx, type PersonRecord, store, type PersonRef, lockPerson } from './people.ts';
import { recordPersonAct } from './rows.ts';

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
