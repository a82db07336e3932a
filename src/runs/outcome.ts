import type { Kysely } from 'kysely';
import type { KeyRing } from '../store/crypto/key-ring.ts';
import type { Database } from '../store/db/schema.ts';
import { findValue, type SealedValue, type VaultRef } from '../store/vault/vault.ts';

/** Returns the ref under which the outcome of code or of an extraction is sealed. */
export const outcomeRef = (ref: string): string => `${ref}/outcome`;

/** Returns the ref under which the output of code is sealed whose sandbox was lost or destroyed before its end. */
export const remainsRef = (ref: string): string => `${ref}/remains`;

/**
 * Returns the outcome of code or of an extraction, or undefined while there is none and after it was erased.
 * @param ref ref of the code or the document
 */
export const findOutcome = async <T = SealedValue>(
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref }: VaultRef,
): Promise<T | undefined> => findValue<T>(db, ring, { teamId, ref: outcomeRef(ref) });
