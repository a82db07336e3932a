import type { Kysely } from 'kysely';
import type { KeyRing } from '../store/crypto/key-ring.ts';
import type { Database } from '../store/db/schema.ts';
import { findValue, type SealedValue, type VaultRef } from '../store/vault/vault.ts';

/** Returns the ref under which the outcome of a code run or an extraction is sealed. */
export const outcomeRef = (ref: string): string => `${ref}/outcome`;

/** Returns the ref under which code output is sealed if the sandbox was lost or destroyed before the code ended. */
export const remainsRef = (ref: string): string => `${ref}/remains`;

/**
 * Returns the outcome of a code run or an extraction; undefined if there is none yet or it has been erased.
 * @param ref the code's or document's ref
 */
export const findOutcome = async <T = SealedValue>(
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref }: VaultRef,
): Promise<T | undefined> => findValue<T>(db, ring, { teamId, ref: outcomeRef(ref) });
