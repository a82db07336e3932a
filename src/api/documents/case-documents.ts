import type { Kysely, Transaction } from 'kysely';
import { caseDocuments, MAX_DOCUMENT_BYTES } from '../../contract/stored-document.ts';
import type { FieldError } from '../../contract/problem.ts';
import { formatOf } from '../../governance/documents/format.ts';
import { fileRef } from '../../runs/agent/files.ts';
import { findFile, openFile } from '../../runs/agent/read-files.ts';
import type { LinkedDocument } from '../../runs/document/case-documents.ts';
import { refusalWords } from '../../runs/document/refusals.ts';
import { insertDocument, sha256Of } from '../../runs/document/stored.ts';
import { findDocument, type DocumentRecord } from '../../runs/document/document-records.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { type SealedValue, sealValue } from '../../store/vault/vault.ts';
import { mayRead } from '../agent-runs/given-files.ts';
import { ProblemError } from '../http/problem.ts';
import { fieldErrors } from '../http/pointer.ts';
import type { Services } from '../services/services.ts';

interface GivenCase {
  readonly caller: Caller;
  /** Whether the vertical reads documents. */
  readonly takes: boolean;
  readonly case: SealedValue;
}

/**
 * Returns the documents that a case names, in the transaction that creates its run. A file of an agent run becomes a document, too.
 * @throws ProblemError 404 for an id that the caller may not read, 410 for an erased document, 422
 */
export const documentsIn = async (
  tx: Transaction<Database>,
  services: Pick<Services, 'rings'>,
  { caller, takes, case: given }: GivenCase,
): Promise<readonly LinkedDocument[]> => {
  if (given['documents'] === undefined || !takes) return [];
  const parsed = caseDocuments.safeParse(given['documents']);
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error, 'body').map((error) => ({
      ...error,
      pointer: `/case/documents${error.pointer}`,
    }));
    throw new ProblemError('invalid-request', { errors });
  }
  const linked: LinkedDocument[] = [];
  for (const [at, { file_id: id, kind }] of parsed.data.entries()) {
    const document = await findDocument(tx, { teamId: caller.teamId, id });
    if (document === undefined) await adoptFile(tx, services.rings.vault, caller, { id, at });
    else refuseUnusable(document, at);
    linked.push({ id, kind: kind ?? null });
  }
  return linked;
};

const invalid = (at: number, message: string): ProblemError => {
  const errors: readonly FieldError[] = [{ in: 'body', pointer: `/case/documents/${at}/file_id`, message }];
  return new ProblemError('invalid-request', { errors });
};

const refuseUnusable = ({ status, refusal, erased }: DocumentRecord, at: number): void => {
  if (status === 'refused') throw invalid(at, refusalWords(refusal ?? ''));
  if (erased) throw new ProblemError('document-erased');
};

/**
 * Makes a document of a file that an agent task or an analysis received or produced. Its bytes stay in place.
 */
const adoptFile = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  caller: Caller,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> => {
  const { teamId } = caller;
  const file = await findFile(tx, { teamId, id });
  if (file === undefined || !mayRead(caller, file)) {
    if (await wasErased(tx, teamId, id)) throw new ProblemError('document-erased');
    throw new ProblemError('not-found', {
      detail: 'Check `case.documents`: one of the documents was not found.',
    });
  }
  const expected = 'expected a PDF, PNG, JPEG, TIFF or WebP file, or UTF-8 text, of at most 25 MiB';
  if (file.size === 0 || file.size > MAX_DOCUMENT_BYTES) throw invalid(at, expected);
  const content = await openFile(tx, ring, { teamId, file });
  const format = formatOf(content, '');
  if (format === undefined) throw invalid(at, expected);
  const root = fileRef(file.ledgerRef, id);
  // Rows about the document have its id as their ledger_ref, which the audit looks up in the vault.
  await sealValue(tx, ring, { teamId, ref: id, value: { file_of: file.ledgerRef } });
  const parts = [{ ref: root, format, bytes: content.length }];
  await insertDocument(tx, { id, teamId, root, askedBy: caller.actor, parts, sha256: sha256Of([content]) });
};

/** Returns whether the team had a file with this id whose bytes are gone. */
const wasErased = async (db: Kysely<Database>, teamId: string, id: string): Promise<boolean> => {
  const file = await db
    .selectFrom('agent_files')
    .select('ledger_ref')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('left_out', 'is', null)
    .executeTakeFirst();
  if (file === undefined) return false;
  const erased = await db
    .selectFrom('case_vault')
    .select('ref')
    .where('ref', '=', fileRef(file.ledger_ref, id))
    .where('wrapped_key', 'is', null)
    .executeTakeFirst();
  return erased !== undefined;
};
