import type { Kysely } from 'kysely';
import { type KnownIdentifiers, parseKnown } from '../../../governance/known-identifiers.ts';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import { findValue, sealValue } from '../../../store/vault/vault.ts';
import type { RunOfMessages } from '../transcript.ts';

const knownRef = (ledgerRef: string): string => `${ledgerRef}/known`;

/** Seals the file of hashes that the dataset's reader has returned, so that later outputs of the run's code can be masked. */
export const storeKnown = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: RunOfMessages,
  fileB64: string,
): Promise<void> => {
  if (parseKnown(Buffer.from(fileB64, 'base64')) === undefined) return;
  await sealValue(db, ring, { teamId, ref: knownRef(ledgerRef), value: { file_b64: fileB64 } });
};

/** Returns the identifiers that the run's dataset is known to hold; undefined if there is no dataset, or it holds none. */
export const findKnown = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<KnownIdentifiers | undefined> => {
  const stored = await findValue<{ file_b64: string }>(db, ring, { teamId, ref: knownRef(ledgerRef) });
  return stored === undefined ? undefined : parseKnown(Buffer.from(stored.file_b64, 'base64'));
};
