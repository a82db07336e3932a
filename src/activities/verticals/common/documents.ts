import type { KnownValues } from '../../../governance/known.ts';
import { knownInOpened } from '../../../governance/known.ts';
import type { CaseDocument, CaseReading } from '../../../governance/rules/documents/case-document.ts';
import { fillCase } from '../../../governance/rules/documents/fill.ts';
import { documentReasons, DOCUMENT_RULES } from '../../../governance/rules/documents/findings.ts';
import type { Reason } from '../../../governance/rules/reason.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { readingRef } from '../../../runs/document/case-documents.ts';
import type { VerticalRunInput } from '../../../runs/vertical/workflow.ts';
import type { SealedValue, VaultRef } from '../../../store/vault/vault.ts';
import { count } from './facts.ts';
import type { StepFunction } from './step.ts';

export interface DocumentsOfCase {
  readonly read: readonly CaseDocument[];
  /** Why a person has to look at them. */
  readonly reasons: readonly Reason[];
  /** Names of the members that the documents supplied. */
  readonly filled: readonly string[];
}

export const NO_DOCUMENTS: DocumentsOfCase = { read: [], reasons: [], filled: [] };

export interface OpenedCase {
  readonly case: SealedValue;
  readonly known: KnownValues;
  readonly documents: DocumentsOfCase;
}

/**
 * Cases with their documents, by their reading. Several steps of a run open the same values, which the reader
 * keeps.
 */
const KEPT = new WeakMap<object, OpenedCase & { readonly given: object }>();

/** Opens a run's case and what was read from its documents, and adds the members that these supply. */
export const openCase = async (
  openValue: (ref: VaultRef) => Promise<SealedValue>,
  run: Pick<VerticalRunInput, 'team_id' | 'ledger_ref' | 'vertical' | 'documents'>,
): Promise<OpenedCase> => {
  const { team_id: teamId, ledger_ref: ref } = run;
  const given = await openValue({ teamId, ref });
  if (run.documents === undefined)
    return { case: given, known: knownInOpened(given), documents: NO_DOCUMENTS };
  const reading = await openValue({ teamId, ref: readingRef(ref) });
  const kept = KEPT.get(reading);
  if (kept?.given === given) return kept;
  const { documents: read } = reading as unknown as CaseReading;
  const { case: filled, filled: names } = fillCase(run.vertical, given, read);
  // Members that are not used may contain identifiers, too.
  const members = read.map((document) => Object.groupBy(document.read.members, ({ name }) => name));
  const opened = {
    given,
    case: filled,
    known: knownInOpened({ case: filled, members, texts: read.map(({ text }) => text) }),
    documents: { read, reasons: documentReasons(given, read), filled: names },
  };
  KEPT.set(reading, opened);
  return opened;
};

/** Adds to a step's row how the case's documents were read. */
export const readsDocuments =
  (step: StepFunction): StepFunction =>
  async (context) => {
    const result = await step(context);
    const { read, filled } = context.documents;
    if (read.length === 0) return result;
    return {
      ...result,
      ...withDocuments(result, { read, filled }),
    };
  };

/**
 * Adds to a row's detail how the case's documents were read: hashes, kinds, pages and confidence, but no
 * values.
 */
export const withDocuments = (
  { summary, detail }: { readonly summary: string; readonly detail: JsonObject },
  { read, filled }: Pick<DocumentsOfCase, 'read' | 'filled'>,
): { readonly summary: string; readonly detail: JsonObject } => {
  const pages = read.reduce((sum, document) => sum + document.read.pages.length, 0);
  return {
    summary: `${summary} Read ${count(read.length, 'document')} with ${count(pages, 'page')} in a sandbox.`,
    detail: {
      ...detail,
      document_rules: DOCUMENT_RULES,
      documents_read: read.map((document) =>
        factsOfDocument(document, Math.floor(MOST_LISTED / read.length)),
      ),
      members_filled: filled,
    },
  };
};

/** Maximum number of members that a row lists, all documents together, because a row's detail is limited to 64 KiB. */
const MOST_LISTED = 240;
/** Maximum number of a document's pages with notes that a row lists. */
const MOST_PAGES = 10;

const factsOfDocument = (document: CaseDocument, mostMembers: number): JsonObject => {
  const { read, file_id, sha256, document_token, format, declared, failure, sandbox_id } = document;
  const { members, pages } = read;
  return {
    file_id,
    ...(sha256 !== undefined && { sha256 }),
    ...(document_token !== undefined && { document_token }),
    format,
    kind: read.kind,
    declared,
    why: read.why,
    failure,
    pages: pages.length,
    lowest_coverage: pages.length === 0 ? null : Math.min(...pages.map(({ coverage }) => coverage)),
    noted_pages: pages
      .filter(({ notes }) => notes.length > 0)
      .slice(0, MOST_PAGES)
      .map(({ number, notes, coverage }) => ({ number, notes, coverage })),
    lowest_confidence: members.length === 0 ? null : Math.min(...members.map(({ confidence }) => confidence)),
    members: members
      .slice(0, mostMembers)
      .map(({ name, page, confidence, source }) => ({ name, page, confidence, source })),
    members_found: members.length,
    sandbox_id,
  };
};
