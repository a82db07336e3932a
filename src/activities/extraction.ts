import { activityInfo } from '@temporalio/activity';
import { extractionRef } from '../documents/documents.ts';
import { CHECKS_PROGRAM } from '../documents/sandbox-programs.ts';
import { type Check, checkHolds } from '../governance/documents/checks.ts';
import { concludeExtraction, draftExtraction } from '../governance/documents/extract.ts';
import type { DocumentType } from '../governance/documents/verdict.ts';
import {
  type RunOutcome,
  type Sandbox,
  SandboxClosedError,
  SandboxLostError,
  SandboxUnavailableError,
} from '../sandbox/index.ts';
import { sealCase } from '../vault/vault.ts';
import type { ExtractionInput } from '../workflows/extraction.ts';
import { closeRow, type ExtractionRow, extractRow, openRow, runRow } from './extraction-rows.ts';
import { persistently } from './persist.ts';
import type { SandboxDependencies } from './sandbox.ts';

/** What the API stores for {@link extractDocument}. */
export interface SubmittedDocument {
  readonly type: DocumentType;
  readonly text: string;
}

const CHECKS_TIMEOUT_MS = 20_000;
const LIFETIME_MS = 60_000;

/** The checks did not come out of the sandbox as they should be. */
class ChecksFailed extends Error {
  override readonly name = 'ChecksFailed';
}

/**
 * Opens a sandbox, has it check the document's values, destroys it, records each of these, and stores the result sealed.
 * Nothing here has an effect beyond rows and result: work that was cut off is done again as a whole, and its rows stay.
 * @throws ChecksFailed, and what SandboxHost.open throws
 */
export const extractDocument = async (deps: SandboxDependencies, input: ExtractionInput): Promise<void> => {
  const ref = { teamId: input.team_id, ref: input.ledger_ref };
  const [stored, earlier] = await Promise.all([
    deps.openCase(ref),
    deps.ledger.read(input.team_id, input.ledger_ref),
  ]);
  const document = stored as unknown as SubmittedDocument;
  const sandbox = await deps.open({
    profile: 'python',
    teamId: input.team_id,
    run: input.ledger_ref,
    lifetimeMs: LIFETIME_MS,
    waitMs: input.wait_ms,
  });
  const write = rowWriter(deps, input, sandbox.id, earlier.length);
  try {
    const opened = write([openRow(sandbox.id, document.type)]);
    const draft = draftExtraction(document.text, document.type);
    const [{ passed, outcome }] = await Promise.all([runChecks(sandbox, draft.checks), opened]);
    const result = concludeExtraction(draft, passed);
    await Promise.all([
      write([
        runRow(sandbox.id, draft.checks, outcome),
        extractRow(sandbox.id, result),
        closeRow(sandbox.id),
      ]),
      persistently(async () =>
        sealCase(deps.db, deps.vaultRing, {
          teamId: input.team_id,
          ref: extractionRef(input.ledger_ref),
          value: { ...result },
        }),
      ),
    ]);
  } finally {
    // Not waited for: destroying takes ten times as long as checking, and the lease sees to it in any case.
    void sandbox.close().catch(() => undefined);
  }
};

/**
 * The verdicts of the sandbox, each held against this process's own.
 * @throws ChecksFailed when they differ: one of the two programs is broken, or the sandbox is
 */
const runChecks = async (
  sandbox: Sandbox,
  checks: readonly Check[],
): Promise<{ readonly passed: readonly boolean[]; readonly outcome: RunOutcome }> => {
  const outcome = await sandbox
    .run({
      language: 'python',
      code: CHECKS_PROGRAM,
      stdin: JSON.stringify(checks.map(({ type, value }) => [type, value])),
      timeoutMs: CHECKS_TIMEOUT_MS,
      charts: false,
    })
    .catch((error: unknown) => {
      // Checks may be made twice: the next attempt takes another sandbox.
      if (error instanceof SandboxLostError || error instanceof SandboxClosedError) {
        throw new SandboxUnavailableError('the sandbox was lost', { cause: error });
      }
      throw error;
    });
  const own = checks.map(checkHolds);
  if (outcome.result !== own.map((holds) => (holds ? '1' : '0')).join('')) {
    throw new ChecksFailed('The checks of the sandbox and of the service do not agree.');
  }
  return { passed: own, outcome };
};

/** Writes rows of one sandbox, numbered on from those of earlier attempts. */
const rowWriter = (deps: SandboxDependencies, input: ExtractionInput, sandboxId: string, earlier: number) => {
  const actor = { workflow_id: input.ledger_ref, activity_id: activityInfo().activityId };
  let written = 0;
  return async (rows: readonly ExtractionRow[]): Promise<void> => {
    const first = written + 1;
    written += rows.length;
    await persistently(async () =>
      Promise.all(
        rows.map(async (row, index) =>
          deps.ledger.append({
            ...row,
            teamId: input.team_id,
            ledgerRef: input.ledger_ref,
            step: earlier + first + index,
            idemKey: `${input.ledger_ref}/${sandboxId}/${first + index}`,
            actor,
          }),
        ),
      ),
    );
  };
};
