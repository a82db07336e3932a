import type { Kysely } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { newLedgerRef } from '../ids.ts';
import { type Case, openCase, sealCase } from '../vault/vault.ts';

/** Stores submitted code sealed. @returns its ledger_ref, which names the run from now on */
export const storeCode = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, code }: { readonly teamId: string; readonly code: Case },
): Promise<string> => {
  const ref = newLedgerRef('run');
  await sealCase(db, ring, { teamId, ref, value: code });
  return ref;
};

/** What became of it. @throws CaseGone when it has not ended with an outcome */
export const readOutcome = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref }: { readonly teamId: string; readonly ref: string },
): Promise<Case> => openCase(db, ring, { teamId, ref: outcomeRef(ref) });

/** The outcome lies beside the code. */
export const outcomeRef = (ref: string): string => `${ref}/outcome`;
