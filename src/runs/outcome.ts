import type { Kysely } from 'kysely';
import type { KeyRing } from '../store/crypto/key-ring.ts';
import type { Database } from '../store/db/schema.ts';
import { findValue, type SealedValue, type VaultRef } from '../store/vault/vault.ts';

/** Where the outcome of code, or of an extraction, lies sealed. */
export const outcomeRef = (ref: string): string => `${ref}/outcome`;

/** @param ref of the code or the document. @returns undefined while there is no outcome, and once it was erased */
export const findOutcome = async <T = SealedValue>(
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref }: VaultRef,
): Promise<T | undefined> => findValue<T>(db, ring, { teamId, ref: outcomeRef(ref) });
