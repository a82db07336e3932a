import { createHash } from 'node:crypto';
import { type KeyRef, type IssuedKey, insertKey } from './store.ts';
import type { Database } from '../db/schema.ts';
import type { Scope } from '../../contract/scopes.ts';
import { type Transaction, sql } from 'kysely';

/**
 * Returns the id of the key that replaces another. It is derived from that key's id, so that each key has at most one successor
 * in the table.
 */
const successorOf = (keyId: string): string =>
  `key_${createHash('sha256').update(`successor of ${keyId}`).digest('hex').slice(0, 32)}`;

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
