import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Role } from '../contract/roles.ts';
import { newId } from '../ids.ts';
import type { Ledger, RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { recordPersonAct } from './rows.ts';

type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

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
export const lockPerson = async (
  tx: Tx,
  { teamId, personId }: PersonRef,
): Promise<PersonRecord | undefined> =>
  (await tx
    .selectFrom('people')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst()) as PersonRecord | undefined;

/** Stores changes of a person. */
export const store = async (
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
