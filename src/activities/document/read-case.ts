import { clip } from '../../governance/text/clip.ts';
import type { DocumentKind, ReadDocument } from '../../governance/documents/read-document.ts';
import { understand } from '../../governance/documents/understanding/understand.ts';
import type { CaseDocument, CaseReading } from '../../governance/rules/documents/case-document.ts';
import { documentsOfCase, type LinkedDocument, readingRef } from '../../runs/document/case-documents.ts';
import { findDocument } from '../../runs/document/document-records.ts';
import type { CaseDocumentsInput } from '../../runs/document/workflow.ts';
import { hasValue, type SealedValue, sealValue } from '../../store/vault/vault.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { persistently } from '../common/persist.ts';
import { fingerprintOf, settleDocument } from './settle-document.ts';
import { MAX_TEXT, readParts } from './read-parts.ts';

/** Time after which no further file of a case is read. A person has to look at the remaining ones. */
const READING_MS = 480_000;
/**
 * Reads a case's documents, each in a fresh sandbox, and seals the result beside the case. The work has no
 * other effect, so it is repeated as a whole if it was interrupted.
 */
export const readCaseDocuments = async (
  deps: SandboxDependencies,
  input: CaseDocumentsInput,
): Promise<{ readonly documents: number }> => {
  const { team_id: teamId, ledger_ref: ledgerRef } = input;
  const linked = await documentsOfCase(deps.db, { teamId, ledgerRef });
  const place = { teamId, ref: readingRef(ledgerRef) };
  if (!(await hasValue(deps.db, place))) {
    const until = performance.now() + READING_MS;
    const documents: CaseDocument[] = [];
    for (const one of linked) documents.push(await readOne(deps, input, one, until));
    const reading: CaseReading = { documents };
    await persistently(async () =>
      sealValue(deps.db, deps.vaultRing, { ...place, value: reading as unknown as SealedValue }),
    );
  }
  return { documents: linked.length };
};

const readOne = async (
  deps: SandboxDependencies,
  input: CaseDocumentsInput,
  { id, kind }: LinkedDocument,
  until: number,
): Promise<CaseDocument> => {
  const { team_id: teamId } = input;
  const found = await findDocument(deps.db, { teamId, id });
  const document = found && (await settleDocument(deps, found, { waitMs: input.wait_ms }));
  const failure =
    document === undefined || document.erased
      ? 'erased'
      : document.status === 'refused'
        ? (document.refusal ?? 'damaged')
        : null;
  const base = { file_id: id, format: document?.format ?? 'mixed', declared: kind, failure };
  if (document === undefined || failure !== null)
    return { ...base, read: nothingRead(kind), text: '', sandbox_id: null };
  const { pages, text, sandboxId } = await readParts(deps, input, document, until);
  return {
    ...base,
    ...fingerprintOf(deps, document),
    read: understand(pages, kind ?? undefined),
    text: clip(text, MAX_TEXT),
    sandbox_id: sandboxId,
  };
};

const nothingRead = (kind: DocumentKind | null): ReadDocument => ({
  kind: kind ?? 'other',
  why: kind === null ? 'it could not be read' : 'the request says so',
  pages: [],
  members: [],
});
