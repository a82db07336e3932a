import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import { actedBy, byService, type NewEntry, type JsonObject } from '../../ledger/index.ts';
import { refusalWords } from '../../runs/document/refusals.ts';
import type { CheckedFiles } from '../../runs/document/check.ts';
import { findDocument, type DocumentRecord } from '../../runs/document/document-records.ts';
import { eraseCase } from '../../runs/erase.ts';
import type { Database } from '../../store/db/schema.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { RunOutcome } from '../../sandbox/job.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { persistently } from '../common/persist.ts';
import { checkIn, LIFETIME_MS, PROGRAM_HASH } from './run-check.ts';
import { inSandbox } from './sandbox.ts';

/**
 * Checks a document unless it has been checked before.
 * @returns the document as it is now stored
 */
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

/**
 * Stores the result of the check.
 * @returns false if another check was faster
 */
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

/** Returns the row about an upload: its hash, size and pages, but none of its text. */
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
