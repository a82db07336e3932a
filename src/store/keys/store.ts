import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
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
const insertKey = async (
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

/**
 * Returns the id of the key that replaces another. It is derived from that key's id, so that each key has at most one successor
 * in the table.
 */
const successorOf = (keyId: string): string =>
  `key_${createHash('sha256').update(`successor of ${keyId}`).digest('hex').slice(0, 32)}`;

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

/**
 * Issues a key with an old key's name, scopes and expiry, and expires the old one after a grace period, or at its own expiry if
 * that is earlier. Rotation never extends access; only issuing a new key can. Runs in the caller's transaction.
 * @returns undefined when the team has no such key or it no longer works
 */
export const rotateKey = async (
  tx: Transaction<Database>,
  { teamId, keyId, graceSeconds }: KeyRef & { readonly graceSeconds: number },
): Promise<IssuedKey | 'replaced' | undefined> => {
  const old = await tx
    .selectFrom('api_keys')
    .select(['name', 'scopes', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .forUpdate()
    .executeTakeFirst();
  if (old === undefined) return undefined;
  const { name, scopes, expires_at: expiresAt } = old;
  const issued = await insertKey(tx, {
    id: successorOf(keyId),
    teamId,
    name,
    scopes: scopes as Scope[],
    expiresAt: expiresAt ?? undefined,
  });
  if (issued === undefined) return 'replaced';
  await tx
    .updateTable('api_keys')
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${graceSeconds}))` })
    .where('team_id', '=', teamId)
    .where('id', '=', keyId)
    .execute();
  return issued;
};
