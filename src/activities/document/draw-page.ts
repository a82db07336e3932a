import { hiddenBoxes } from '../../governance/documents/hidden-boxes.ts';
import type { Box } from '../../governance/documents/read-document.ts';
import { hasPicture, type PagePicture, storePicture } from '../../runs/document/page-pictures.ts';
import { parsePages } from '../../runs/document/read-pages.ts';
import { DRAW_PAGE_PROGRAM } from '../../runs/document/sandbox-programs.ts';
import { findDocument } from '../../runs/document/document-records.ts';
import type { DocumentPageInput, DrawnPage } from '../../runs/document/workflow.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import type { StoredPage } from '../../store/db/documents-schema.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { persistently } from '../common/persist.ts';
import { settleDocument } from './settle-document.ts';
import { inSandbox, runReader, runRepeatable } from './sandbox.ts';

const LIFETIME_MS = 150_000;
const DRAW_MS = 40_000;
const MAX_PNG_BYTES = 8 * 1024 * 1024;

/**
 * Draws a page in a fresh sandbox and seals the picture. A masked page is read first, to find out what has to
 * be painted over.
 * @returns whether there is a picture; there is none if the page cannot be masked or drawn
 */
export const drawPage = async (deps: SandboxDependencies, input: DocumentPageInput): Promise<DrawnPage> => {
  const { team_id: teamId, page: number, masked } = input;
  const found = await findDocument(deps.db, { teamId, id: input.document_id });
  if (found === undefined || found.erased) return { drawn: false };
  const document = await settleDocument(deps, found, { waitMs: input.wait_ms });
  const page = document.pages?.[number - 1];
  if (page === undefined) return { drawn: false };
  const picture: PagePicture = { document, page: number, masked };
  if (await hasPicture(deps.db, picture)) return { drawn: true };
  const { ref, format } = document.parts[page.part]!;
  const content = await openBlob(deps.db, deps.vaultRing, { teamId, ref });
  const opened = { teamId, run: input.ledger_ref, lifetimeMs: LIFETIME_MS, waitMs: input.wait_ms };
  const png = await inSandbox(deps, opened, async (sandbox) => {
    const hidden = masked ? await hiddenOn(sandbox, content, page) : [];
    return hidden && drawIn(sandbox, content, { ...page, format, hidden });
  });
  if (png === undefined) return { drawn: false };
  await persistently(async () => storePicture(deps.db, deps.vaultRing, { ...picture, png }));
  return { drawn: true };
};

/** Reads a page and returns the boxes to paint over; undefined if they cannot be determined. */
const hiddenOn = async (
  sandbox: Sandbox,
  content: Buffer,
  { index, width, height }: StoredPage,
): Promise<readonly Box[] | undefined> => {
  const { json } = await runReader(sandbox, content);
  const pages = typeof json === 'string' ? parsePages(json, () => [width, height]) : json;
  const page = 'unreadable' in pages ? undefined : pages[index];
  const boxes = page && hiddenBoxes(page);
  // The reader may have used another unit for the page's size.
  return boxes?.map(([left, top, right, bottom]) => [
    (left * width) / page!.width,
    (top * height) / page!.height,
    (right * width) / page!.width,
    (bottom * height) / page!.height,
  ]);
};

const drawIn = async (
  sandbox: Sandbox,
  content: Buffer,
  wanted: StoredPage & { readonly format: string; readonly hidden: readonly Box[] },
): Promise<Buffer | undefined> => {
  const outcome = await runRepeatable(sandbox, {
    language: 'python',
    code: DRAW_PAGE_PROGRAM,
    files: [
      { name: 'page.json', content: JSON.stringify(wanted) },
      { name: 'document', content },
    ],
    timeoutMs: DRAW_MS,
    charts: false,
  });
  if (outcome.exit_code !== 0) return undefined;
  const left = await sandbox.readFile('page.png', MAX_PNG_BYTES).catch(() => undefined);
  return left !== undefined && left.size <= MAX_PNG_BYTES && left.content.subarray(1, 4).toString() === 'PNG'
    ? left.content
    : undefined;
};
