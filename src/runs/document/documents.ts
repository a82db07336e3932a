import type { Kysely } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { newLedgerRef } from '../../ids.ts';
import { type Case, openCase, sealCase } from '../../store/vault/vault.ts';

/** Stores a submitted document sealed. @returns its ledger_ref, which names the extraction from now on */
export const storeDocument = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, document }: { readonly teamId: string; readonly document: Case },
): Promise<string> => {
  const ref = newLedgerRef('doc');
  await sealCase(db, ring, { teamId, ref, value: document });
  return ref;
};

/** What was extracted. @throws CaseGone when the extraction has not ended with a result */
export const readExtraction = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref }: { readonly teamId: string; readonly ref: string },
): Promise<Case> => openCase(db, ring, { teamId, ref: extractionRef(ref) });

/** The result lies beside the document. */
export const extractionRef = (ref: string): string => `${ref}/outcome`;
