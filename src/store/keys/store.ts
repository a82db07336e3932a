import { type Kysely, type Selectable, sql } from 'kysely';
import { defaultScopes, type Scope } from '../../contract/scopes.ts';
import type { Database } from '../db/schema.ts';
import { newId } from '../../ids.ts';
import { hashKey, mintKey, prefixOf } from './format.ts';

type Db = Kysely<Database>;

const columns = [
  'id',
  'name',
  'prefix',
  'scopes',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const;

/** A key without its secret, for lists. */
export type KeyRecord = Pick<Selectable<Database['api_keys']>, (typeof columns)[number]>;

export interface IssuedKey {
  readonly record: KeyRecord;
  /** The key itself, which is never stored. */
  readonly key: string;
}

export interface KeyRef {
  readonly teamId: string;
  readonly keyId: string;
}

/** Issues a key to a team. @throws a foreign key violation when there is no such team */
export const issueKey = async (
  db: Db,
  options: {
    readonly teamId: string;
    readonly name: string;
    readonly scopes?: readonly Scope[] | undefined;
    readonly expiresAt?: Date | undefined;
  },
): Promise<IssuedKey> => (await insertKey(db, { id: newId('key'), ...options }))!;

/** Stores a new key. @returns undefined when that id is already taken */
export const insertKey = async (
  db: Db,
  options: Parameters<typeof issueKey>[1] & { readonly id: string },
): Promise<IssuedKey | undefined> => {
  const key = mintKey();
  const record = await db
    .insertInto('api_keys')
    .values({
      id: options.id,
      team_id: options.teamId,
      name: options.name,
      prefix: prefixOf(key),
      key_hash: hashKey(key),
      scopes: [...new Set(options.scopes ?? defaultScopes)],
      expires_at: options.expiresAt ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return record && { record, key };
};

/** Lists a team's keys, newest first, including revoked and expired ones. */
export const listKeys = async (db: Db, teamId: string): Promise<readonly KeyRecord[]> =>
  db
    .selectFrom('api_keys')
    .select(columns)
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/**
 * Revokes a key immediately. Repeated calls do not change the time of the first revocation.
 * @returns the key, and whether this call revoked it; undefined when the team has no such key
 */
export const revokeKey = async (
  db: Db,
  { teamId, keyId }: KeyRef,
): Promise<{ readonly key: KeyRecord; readonly isFirst: boolean } | undefined> => {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('team_id', '=', teamId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
  if (revoked !== undefined) return { key: revoked, isFirst: true };
  const known = await db
    .selectFrom('api_keys')
    .select(columns)
    .where('team_id', '=', teamId)
    .where('id', '=', keyId)
    .executeTakeFirst();
  return known && { key: known, isFirst: false };
};
