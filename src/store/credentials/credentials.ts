import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { PutCredential } from '../../contract/credential.ts';
import { newId } from '../../ids.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

/** Purpose of the ring that seals the values of credentials. */
export const CREDENTIAL_PURPOSE = 'credentials';

export const MAX_CREDENTIALS = 200;

export interface CredentialOfTeam {
  readonly teamId: string;
  readonly name: string;
}

const SHOWN = ['id', 'name', 'version', 'hosts', 'fields', 'totp', 'created_at', 'updated_at'] as const;

/** A stored credential without its values. */
export type CredentialRow = Pick<Selectable<Database['credentials']>, (typeof SHOWN)[number]>;

/** A credential's values. */
export type CredentialValues = Pick<PutCredential, 'fields' | 'totp'>;

/**
 * Creates or replaces a credential. A replaced one keeps its id and increments its version.
 * @returns undefined if the team has too many
 */
export const putCredential = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, name, hosts, fields, totp }: CredentialOfTeam & PutCredential,
): Promise<{ readonly row: CredentialRow; readonly isNew: boolean } | undefined> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`credentials ${teamId}`}, 0))`.execute(tx);
  const own = await listCredentials(tx, teamId);
  const known = own.find((row) => row.name === name);
  if (known === undefined && own.length >= MAX_CREDENTIALS) return undefined;
  const id = known?.id ?? newId('cred');
  const sealed = ring.seal(Buffer.from(JSON.stringify({ fields, ...(totp && { totp }) })), id);
  const values = {
    hosts: JSON.stringify(hosts),
    fields: JSON.stringify(Object.keys(fields).toSorted()),
    totp: totp !== undefined,
    key_id: sealed.keyId,
    sealed: sealed.bytes,
  };
  const row = await tx
    .insertInto('credentials')
    .values({ id, team_id: teamId, name, ...values })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'name']).doUpdateSet({
        ...values,
        version: sql<number>`credentials.version + 1`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
  return { row, isNew: known === undefined };
};

const ofTeam = (db: Db, teamId: string) =>
  db.selectFrom('credentials').select(SHOWN).where('team_id', '=', teamId);

export const listCredentials = async (db: Db, teamId: string): Promise<readonly CredentialRow[]> =>
  ofTeam(db, teamId).orderBy('name').execute();

/** Returns a credential without its values; undefined if the team has none of this name. */
export const findCredential = async (
  db: Db,
  { teamId, name }: CredentialOfTeam,
): Promise<CredentialRow | undefined> => ofTeam(db, teamId).where('name', '=', name).executeTakeFirst();

/**
 * Deletes a credential with its values.
 * @returns the deleted credential; undefined if the team has none of this name
 */
export const deleteCredential = async (
  db: Db,
  { teamId, name }: CredentialOfTeam,
): Promise<CredentialRow | undefined> =>
  db
    .deleteFrom('credentials')
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .returning(SHOWN)
    .executeTakeFirst();

/**
 * Returns the end of the period whose code was last typed, in milliseconds since the epoch; 0 if there was
 * none.
 */
export const codeUsedUntil = async (db: Db, { teamId, name }: CredentialOfTeam): Promise<number> => {
  const row = await db
    .selectFrom('credentials')
    .select('code_used_until')
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.code_used_until?.getTime() ?? 0;
};

/** Reserves the code of the period that ends at a time. @returns whether no other run, or step, had reserved it */
export const reserveCode = async (
  db: Db,
  { teamId, name }: CredentialOfTeam,
  endsMs: number,
): Promise<boolean> => {
  const ends = new Date(endsMs);
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ code_used_until: ends })
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .where((where) => where.or([where('code_used_until', 'is', null), where('code_used_until', '<', ends)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Returns the named credentials that nobody can open, because their key is no longer on the ring. */
export const lostCredentials = async (
  db: Db,
  ring: KeyRing,
  { teamId, names }: { readonly teamId: string; readonly names: readonly string[] },
): Promise<readonly string[]> => {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('credentials')
    .select(['name', 'key_id'])
    .where('team_id', '=', teamId)
    .where('name', 'in', [...names])
    .execute();
  return rows.filter(({ key_id: keyId }) => !ring.has(keyId)).map(({ name }) => name);
};

/**
 * Returns the named credentials that the team still has, with their values opened. One whose key is no longer
 * on the ring counts as absent, so that a run continues without it.
 */
export const openCredentials = async (
  db: Db,
  ring: KeyRing,
  { teamId, names }: { readonly teamId: string; readonly names: readonly string[] },
): Promise<readonly (CredentialValues & { readonly name: string; readonly hosts: readonly string[] })[]> => {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('credentials')
    .select(['id', 'name', 'hosts', 'key_id', 'sealed'])
    .where('team_id', '=', teamId)
    .where('name', 'in', [...names])
    .execute();
  return rows
    .filter(({ key_id: keyId }) => ring.has(keyId))
    .map(({ id, name, hosts, key_id: keyId, sealed }) => {
      const values = ring.open({ keyId, bytes: sealed }, id).toString('utf8');
      return { name, hosts, ...(JSON.parse(values) as CredentialValues) };
    });
};

/**
 * Returns whether credentials are still those with which an operator's run began. Values from before a change
 * are lost, so a process that joins the run's desktop could not hide them there.
 */
export const areUnchanged = async (
  db: Db,
  {
    teamId,
    names,
    run,
  }: { readonly teamId: string; readonly names: readonly string[]; readonly run: string },
): Promise<boolean> => {
  if (names.length === 0) return true;
  const rows = await db
    .selectFrom('credentials')
    .innerJoin('operator_runs', 'operator_runs.team_id', 'credentials.team_id')
    .select('credentials.id')
    .where('credentials.team_id', '=', teamId)
    .where('credentials.name', 'in', [...names])
    .where('operator_runs.id', '=', run)
    .whereRef('credentials.updated_at', '<=', 'operator_runs.created_at')
    .execute();
  return rows.length === new Set(names).size;
};
