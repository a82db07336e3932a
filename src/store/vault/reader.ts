import type { Kysely } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { type SealedValue, type VaultRef, openValue } from './vault.ts';

const KEPT = 200;

/**
 * Creates a function that opens values and caches the last few, because a run's steps follow each other within a second and all
 * read the same value. A value is only written once, so a cached one is never stale. An erased value stays cached until newer
 * ones displace it.
 */
export const createValueReader = (
  db: Kysely<Database>,
  ring: KeyRing,
): ((ref: VaultRef) => Promise<SealedValue>) => {
  const kept = new Map<string, SealedValue>();
  return async (ref) => {
    const key = `${ref.teamId}/${ref.ref}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = await openValue(db, ring, ref);
    kept.set(key, value);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return value;
  };
};
