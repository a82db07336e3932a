import type { Kysely, Transaction } from 'kysely';
import type { DocumentKind } from '../../governance/documents/read-document.ts';
import type { CaseReading } from '../../governance/rules/documents/case-document.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { findValue } from '../../store/vault/vault.ts';

export interface LinkedDocument {
  readonly id: string;
  /** The kind that the request named; null if the service has to recognise it. */
  readonly kind: DocumentKind | null;
}

interface CaseRef {
  readonly teamId: string;
  readonly ledgerRef: string;
}

/** Returns the ref under which the readings of a case's documents are sealed. */
export const readingRef = (ledgerRef: string): string => `${ledgerRef}/documents`;

/** Records which documents a case consists of, in the transaction that creates its run. */
export const linkDocuments = async (
  tx: Transaction<Database>,
  { teamId, ledgerRef, documents }: CaseRef & { readonly documents: readonly LinkedDocument[] },
): Promise<void> => {
  if (documents.length === 0) return;
  await tx
    .insertInto('case_documents')
    .values(
      documents.map(({ id, kind }, at) => ({
        ledger_ref: ledgerRef,
        position: at + 1,
        team_id: teamId,
        document_id: id,
        kind,
      })),
    )
    .execute();
};

/** Returns a case's documents, in the order in which the request named them. */
export const documentsOfCase = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: CaseRef,
): Promise<readonly LinkedDocument[]> => {
  const rows = await db
    .selectFrom('case_documents')
    .select(['document_id', 'kind'])
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .orderBy('position')
    .execute();
  return rows.map(({ document_id, kind }) => ({ id: document_id, kind: kind as DocumentKind | null }));
};

/** Returns the part of a workflow's input that states how many documents a stored run has. */
export const documentsInput = async (
  db: Kysely<Database>,
  ref: CaseRef,
): Promise<{ readonly documents?: number }> => {
  const { length } = await documentsOfCase(db, ref);
  return length === 0 ? {} : { documents: length };
};

/**
 * Returns the readings of a case's documents; undefined if they have not been read yet, or the case was
 * erased.
 */
export const findReading = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: CaseRef,
): Promise<CaseReading | undefined> =>
  findValue<CaseReading>(db, ring, { teamId, ref: readingRef(ledgerRef) });
