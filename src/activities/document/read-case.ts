import { clip } from '../../governance/text/clip.ts';
import type { DocumentKind, PageRead, ReadDocument } from '../../governance/documents/read-document.ts';
import { understand } from '../../governance/documents/understanding/understand.ts';
import type { CaseDocument, CaseReading } from '../../governance/rules/documents/case-document.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { documentsOfCase, type LinkedDocument, readingRef } from '../../runs/document/case-documents.ts';
import { parsePages } from '../../runs/document/reading.ts';
import { type DocumentRecord, findDocument } from '../../runs/document/stored.ts';
import type { CaseDocumentsInput } from '../../runs/document/workflow.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import { hasValue, type SealedValue, sealValue } from '../../store/vault/vault.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { persistently } from '../common/persist.ts';
import { fingerprintOf, settleDocument } from './check-document.ts';
import { inSandbox, runReader } from './sandbox.ts';

const LIFETIME_MS = 300_000;
/** Time after which no further file of a case is read. A person has to look at what is left. */
const READING_MS = 480_000;
/** Maximum number of characters of a document's text that are kept for verticals which use the whole text. */
const MAX_TEXT = 400_000;

/**
 * Reads a case's documents, each in a fresh sandbox, and seals what was read beside the case. The work has no other effect, so it
 * is repeated as a whole if it was interrupted.
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

interface ReadParts {
  readonly pages: readonly PageRead[];
  readonly text: string;
  readonly sandboxId: string | null;
}

const readParts = async (
  deps: SandboxDependencies,
  input: CaseDocumentsInput,
  document: DocumentRecord,
  until: number,
): Promise<ReadParts> => {
  const { teamId, parts } = document;
  const contentOf = async (ref: string): Promise<Buffer> =>
    openBlob(deps.db, deps.vaultRing, { teamId, ref });
  if (document.format === 'text') {
    const contents = [];
    for (const { ref } of parts) contents.push((await contentOf(ref)).toString('utf8'));
    const text = contents.join('\n');
    return { pages: [textPage(text)], text, sandboxId: null };
  }
  const opened = { teamId, run: input.ledger_ref, lifetimeMs: LIFETIME_MS, waitMs: input.wait_ms };
  const work = { teamId, scopes: scopesOf.simulatedRun(input.vertical) };
  return inSandbox(deps, opened, async (sandbox) => {
    const pages = await deps.suspensions.during(work, async () => {
      const read: PageRead[] = [];
      for (const [part, { ref, format }] of parts.entries()) {
        const content = performance.now() > until ? null : await contentOf(ref);
        read.push(...(await readPart(sandbox, document, { part, format, content })));
      }
      return read;
    });
    return { pages, text: pages.map((page) => page.text).join('\n'), sandboxId: sandbox.id };
  });
};

/** A text is one page whose words have no place. */
const textPage = (text: string, number = 1): PageRead => {
  const kept = clip(text, MAX_TEXT);
  return {
    number,
    width: 1,
    height: 1,
    source: 'text',
    text: kept,
    words: wordsOf(kept),
    unread: text.length > MAX_TEXT ? 1 - MAX_TEXT / text.length : 0,
    handwriting: [],
    unreadAreas: [],
  };
};

/** Returns the ranges of a text's words in code points. */
const wordsOf = (text: string): PageRead['words'] => {
  let end = 0;
  return text.split(/(\s+)/).flatMap((part) => {
    const start = end;
    end += [...part].length;
    return part.trim() === '' ? [] : [{ start, end, confidence: 1, box: null }];
  });
};

/** Reads one file and numbers its pages as in the whole document. A page that is missing from the reading was not read. */
const readPart = async (
  sandbox: Sandbox,
  document: DocumentRecord,
  {
    part,
    format,
    content,
  }: { readonly part: number; readonly format: string; readonly content: Buffer | null },
): Promise<readonly PageRead[]> => {
  const own = (document.pages ?? []).map((page, at) => ({ ...page, number: at + 1 }));
  const wanted = own.filter((page) => page.part === part);
  // A text among pictures, such as a note that came with photos, has no page of its own.
  if (format === 'text') return content === null ? [] : [textPage(content.toString('utf8'), own.length + 1)];
  const json = content === null ? { unreadable: 'failed' } : (await runReader(sandbox, content)).json;
  const sizeOf = (number: number): readonly [number, number] => {
    const size = wanted.find(({ index }) => index === number - 1);
    return [size?.width ?? 1, size?.height ?? 1];
  };
  const read = typeof json === 'string' ? parsePages(json, sizeOf) : json;
  return wanted.map(({ number, index, width, height }): PageRead => {
    const page = 'unreadable' in read ? undefined : read[index];
    const unread: PageRead = {
      number,
      width,
      height,
      source: 'none',
      text: '',
      words: [],
      unread: 1,
      handwriting: [],
      unreadAreas: [],
    };
    return page === undefined ? unread : { ...page, number };
  });
};
