import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import { actedBy, byService, type JsonObject, type NewEntry } from '../../ledger/index.ts';
import { type CheckedFiles, parseChecked } from '../../runs/document/check.ts';
import { refusalWords } from '../../runs/document/refusals.ts';
import { CHECK_FILES_PROGRAM } from '../../runs/document/sandbox-programs.ts';
import { type DocumentRecord, findDocument } from '../../runs/document/stored.ts';
import type { DocumentCheckInput } from '../../runs/document/workflow.ts';
import { eraseCase } from '../../runs/erase.ts';
import type { RunOutcome, Sandbox } from '../../sandbox/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { persistently } from '../common/persist.ts';
import { inSandbox, runRepeatable } from './sandbox.ts';

const LIFETIME_MS = 90_000;
const CHECK_MS = 40_000;
const MAX_CHECKED_BYTES = 256 * 1024;

const PROGRAM_HASH = hash('sha256', CHECK_FILES_PROGRAM);

/**
 * Has a fresh sandbox open an uploaded document's files and count their pages, and records the result. A document that is refused
 * is erased at once.
 */
export const checkDocument = async (deps: SandboxDependencies, input: DocumentCheckInput): Promise<void> => {
  const document = await findDocument(deps.db, { teamId: input.team_id, id: input.ledger_ref });
  if (document === undefined) return;
  await settleDocument(deps, document, {
    waitMs: input.wait_ms,
    ...(input.asked_by !== undefined && { askedBy: input.asked_by }),
  });
};

/** Checks a document unless that was done before. @returns the document as it is now stored */
export const settleDocument = async (
  deps: SandboxDependencies,
  document: DocumentRecord,
  { waitMs, askedBy = document.askedBy }: { readonly waitMs: number; readonly askedBy?: Actor },
): Promise<DocumentRecord> => {
  const { teamId, id } = document;
  if (document.status === 'checking' && !document.erased) {
    const opened = { teamId, run: id, lifetimeMs: LIFETIME_MS, waitMs };
    await inSandbox(deps, opened, async (sandbox) => {
      const { checked, outcome } = await checkIn(deps, sandbox, document);
      await persistently(async () =>
        deps.db.transaction().execute(async (tx) => {
          if (!(await storeCheck(tx, document, checked))) return;
          await deps.ledger.appendIn(tx, rowOf(deps, document, { sandbox, checked, outcome, askedBy }));
        }),
      );
    });
  }
  const now = (await findDocument(deps.db, { teamId, id })) ?? document;
  // A file of an agent run remains that run's file.
  if (now.status === 'refused' && !now.erased && now.root === id) {
    const reason = `the document was refused (${now.refusal})`;
    const actor = byService('documents', { document_id: id });
    await persistently(async () => eraseCase(deps.db, deps.ledger, { teamId, ref: now.root, reason, actor }));
  }
  return now;
};

const checkIn = async (
  deps: SandboxDependencies,
  sandbox: Sandbox,
  { teamId, parts }: DocumentRecord,
): Promise<{ readonly checked: CheckedFiles; readonly outcome: RunOutcome }> => {
  const contents: Buffer[] = [];
  for (const { ref } of parts) contents.push(await openBlob(deps.db, deps.vaultRing, { teamId, ref }));
  const names = parts.map(({ format }, at) => ({ name: `file-${at}`, format }));
  const outcome = await runRepeatable(sandbox, {
    language: 'python',
    code: CHECK_FILES_PROGRAM,
    files: [
      { name: 'files.json', content: JSON.stringify(names) },
      ...names.map(({ name }, at) => ({ name, content: contents[at]! })),
    ],
    timeoutMs: CHECK_MS,
    charts: false,
  });
  // A program that a file brought down has met a file that is too much for it, or that its libraries cannot handle.
  if (outcome.exit_code !== 0) {
    const tooMuch = outcome.timed_out || outcome.oom_killed || outcome.signal !== null;
    return { checked: { refusal: tooMuch ? 'heavy' : 'damaged' }, outcome };
  }
  const left = await sandbox.readFile('checked.json', MAX_CHECKED_BYTES).catch(() => undefined);
  return { checked: parseChecked(left?.content.toString('utf8') ?? '', parts.length), outcome };
};

/** Stores what the check found. @returns false if another check did so before */
const storeCheck = async (
  tx: Transaction<Database>,
  { teamId, id }: DocumentRecord,
  checked: CheckedFiles,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set(
      'pages' in checked
        ? { status: 'ready', pages: JSON.stringify(checked.pages) }
        : { status: 'refused', refusal: checked.refusal },
    )
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('status', '=', 'checking')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Returns the row about an upload: its hash, size and pages, but nothing that is written on them. */
const rowOf = (
  deps: SandboxDependencies,
  document: DocumentRecord,
  work: {
    readonly sandbox: Sandbox;
    readonly checked: CheckedFiles;
    readonly outcome: RunOutcome;
    readonly askedBy: Actor;
  },
): NewEntry => {
  const { checked, outcome } = work;
  const isReady = 'pages' in checked;
  const file = { document_id: document.id, ...fingerprintOf(deps, document), kind: document.format };
  const detail: JsonObject = {
    ...file,
    bytes: document.bytes,
    files: document.parts.length,
    ...(isReady ? { pages: checked.pages.length } : { refusal: checked.refusal }),
    sandbox_id: work.sandbox.id,
    program: 'check_files.py',
    program_sha256: PROGRAM_HASH,
    exit_code: outcome.exit_code,
    duration_ms: outcome.duration_ms,
    egress_attempts: outcome.egress_attempts.length,
  };
  return {
    teamId: document.teamId,
    ledgerRef: document.id,
    step: 1,
    idemKey: `${document.id}/checked`,
    action: isReady ? 'document.store' : 'document.refuse',
    governance: isReady ? 'sealed' : 'blocked',
    summary: isReady
      ? `A document was stored: ${checked.pages.length} pages (${document.format}), ${document.bytes} bytes.`
      : `A document was refused (${checked.refusal}): ${refusalWords(checked.refusal)}.`,
    detail,
    actor: actedBy(work.askedBy, { document_id: document.id }),
  };
};

/**
 * Returns the hash of a document's bytes. That of a text is keyed, because a short text's content could be found from a plain hash
 * by trial and error.
 */
export const fingerprintOf = (
  { vaultRing }: Pick<SandboxDependencies, 'vaultRing'>,
  { sha256, format }: Pick<DocumentRecord, 'sha256' | 'format'>,
): JsonObject => {
  const hex = sha256.toString('hex');
  return format === 'text'
    ? { document_token: vaultRing.sign(`document ${hex}`).toString('hex') }
    : { sha256: hex };
};
