import { hash } from 'node:crypto';
import { announceStored } from '../../runs/code/notifications.ts';
import { draftApart } from '../../runs/document/draft.ts';
import { outcomeRef } from '../../runs/outcome.ts';
import { notesOnReading } from '../../runs/document/reading-notes.ts';
import type { Reading, Unreadable } from '../../runs/document/reading.ts';
import { concludeExtraction, type Draft } from '../../governance/documents/extract.ts';
import type { Extraction } from '../../governance/documents/result.ts';
import type { DocumentType } from '../../governance/documents/verdict.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { type SealedValue, sealValue } from '../../store/vault/vault.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { closeRow, extractRow, openRow, readRow, checkRow } from './ledger-rows.ts';
import { readInSandbox, runChecks } from './sandbox.ts';
import { type RowWriter, rowWriter } from './row-writer.ts';
import { persistently } from '../common/persist.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import type { ExtractionInput } from '../../runs/document/workflow.ts';

/** A document that the API stores for {@link extractDocument}: either text or a file. */
export interface SubmittedDocument {
  readonly type: DocumentType;
  readonly text?: string;
  readonly document_b64?: string;
}

/** The outcome that {@link extractDocument} stores for the API. */
export type ExtractionOutcome =
  | (Extraction & { readonly document?: Omit<Reading, 'words' | 'doubts'> })
  | { readonly unreadable: Unreadable };

const LIFETIME_MS = 150_000;

/**
 * Opens a sandbox, reads the document in it if it is a file, and checks the document's values there. Then destroys the sandbox,
 * records each of these steps, and stores the sealed result. Nothing else is affected, so interrupted work is redone as a whole.
 * Its rows are kept.
 * @throws ChecksFailedError, and the errors of SandboxHost.open
 */
export const extractDocument = async (deps: SandboxDependencies, input: ExtractionInput): Promise<void> => {
  const opening = deps.open({
    profile: 'python',
    teamId: input.team_id,
    run: input.ledger_ref,
    lifetimeMs: LIFETIME_MS,
    waitMs: input.wait_ms,
  });
  try {
    const [stored, earlier, sandbox] = await Promise.all([
      deps.openValue({ teamId: input.team_id, ref: input.ledger_ref }),
      deps.ledger.read(input.team_id, input.ledger_ref),
      opening,
    ]);
    const document = stored as unknown as SubmittedDocument;
    const rows = rowWriter(deps, input, sandbox.id, earlier.length);
    const opened = rows.write([openRow(sandbox.id, document.type)]);
    const tokenOf = (file: Buffer): string =>
      deps.vaultRing.sign(`document ${hash('sha256', file)}`).toString('hex');
    const work = { teamId: input.team_id, scopes: scopesOf.extraction };
    const [outcome] = await Promise.all([
      deps.suspensions.during(work, async () => extractIn(sandbox, document, rows, tokenOf)),
      opened,
    ]);
    await Promise.all([
      rows.write([closeRow(sandbox.id)]),
      persistently(async () =>
        sealValue(deps.db, deps.vaultRing, {
          teamId: input.team_id,
          ref: outcomeRef(input.ledger_ref),
          value: outcome as unknown as SealedValue,
        }),
      ),
    ]);
    // Announces the outcome, so that a waiting caller does not have to wait until Temporal has recorded the end.
    const word = { ref: input.ledger_ref, times: {}, outcome };
    await announceStored(deps.pool, deps.vaultRing, word).catch(() => undefined);
  } finally {
    // Does not wait: destroying a sandbox takes ten times as long as the checks, and its lease guarantees that it is destroyed.
    void opening.then((sandbox) => sandbox.retire()).catch(() => undefined);
  }
};

/** Extracts a document in the sandbox. Its rows are written in one batch, after the row for the opened sandbox. */
const extractIn = async (
  sandbox: Sandbox,
  document: SubmittedDocument,
  rows: RowWriter,
  tokenOf: (file: Buffer) => string,
): Promise<ExtractionOutcome> => {
  if (document.document_b64 === undefined) {
    return checkedExtraction(sandbox, await draftApart(document.text ?? '', document.type), rows);
  }
  const file = Buffer.from(document.document_b64, 'base64');
  const { reading, outcome } = await readInSandbox(sandbox, file);
  rows.add(readRow(sandbox.id, { bytes: file.length, token: tokenOf(file) }, reading, outcome));
  if ('unreadable' in reading) return reading;
  const { words, doubts: _doubts, ...read } = reading;
  const draft = await draftApart(read.text, document.type, words);
  const extraction = await checkedExtraction(
    sandbox,
    { ...draft, notes: [...draft.notes, ...notesOnReading(reading)] },
    rows,
  );
  return { ...extraction, document: read };
};

const checkedExtraction = async (sandbox: Sandbox, draft: Draft, rows: RowWriter): Promise<Extraction> => {
  const { passed, outcome } = await runChecks(sandbox, draft.checks);
  const extraction = concludeExtraction(draft, passed);
  rows.add(checkRow(sandbox.id, draft.checks, outcome), extractRow(sandbox.id, extraction));
  return extraction;
};
