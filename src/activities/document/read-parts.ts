import type { PageRead } from '../../governance/documents/read-document.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { clip } from '../../governance/text/clip.ts';
import { parsePages } from '../../runs/document/read-pages.ts';
import type { DocumentRecord } from '../../runs/document/document-records.ts';
import type { CaseDocumentsInput } from '../../runs/document/workflow.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { inSandbox, runReader } from './sandbox.ts';

interface ReadParts {
  readonly pages: readonly PageRead[];
  readonly text: string;
  readonly sandboxId: string | null;
}

/** Reads the files of a document until the time is up. */
export const readParts = async (
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

/**
 * Reads one file and numbers its pages by their position in the whole document. A page that is missing from
 * the result was not read.
 */
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

const LIFETIME_MS = 300_000;
/** Maximum number of characters of a document's text that are kept for verticals that use the whole text. */
export const MAX_TEXT = 400_000;
