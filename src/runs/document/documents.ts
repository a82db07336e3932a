import type { Kysely } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { newLedgerRef } from '../../ids.ts';
import { type SealedValue, sealValue } from '../../store/vault/vault.ts';

/** Seals and stores a submitted document. @returns its ledger_ref, which identifies the extraction */
export const storeDocument = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, document }: { readonly teamId: string; readonly document: SealedValue },
): Promise<string> => {
  const ref = newLedgerRef('doc');
  await sealValue(db, ring, { teamId, ref, value: document });
  return ref;
};
