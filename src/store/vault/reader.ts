import type { Kysely } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { type SealedValue, type VaultRef, hasValue, openValue } from './vault.ts';

const KEPT = 200;

/** How long a value is kept in memory. The time is short because this process is not notified when another one erases it. */
export const KEPT_MS = 60_000;

/**
 * Creates a function that opens values and caches the last few in memory for a minute, because a run's steps follow each other
 * within a second and all read the same value. A value is written once, so a cached one is never stale. Whether it has been
 * erased is checked each time, so that no worker opens an erased value.
 */
export const createValueReader = (
  db: Kysely<Database>,
  ring: KeyRing,
): ((ref: VaultRef) => Promise<SealedValue>) => {
  const kept = new Map<string, { readonly value: SealedValue; readonly timer: NodeJS.Timeout }>();
  const forget = (key: string): void => {
    clearTimeout(kept.get(key)?.timer);
    kept.delete(key);
  };
  return async (ref) => {
    const key = `${ref.teamId}/${ref.ref}`;
    const known = kept.get(key);
    if (known !== undefined && (await hasValue(db, ref))) return known.value;
    forget(key);
    const value = await openValue(db, ring, ref);
    forget(key);
    kept.set(key, { value, timer: setTimeout(forget, KEPT_MS, key).unref() });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      forget(oldest);
    }
    return value;
  };
};
