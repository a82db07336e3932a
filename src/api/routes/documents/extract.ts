import { extractDocument } from '../../../contract/operations/documents.ts';
import { readExtraction, storeDocument } from '../../../documents/documents.ts';
import type { Unreadable } from '../../../documents/reading.ts';
import { sandboxesNow } from '../../../hosts/hosts.ts';
import type { Answer } from '../../../idempotency/once.ts';
import type { SandboxWorkFailure } from '../../../temporal/sandbox-work.ts';
import { accepted } from '../../idempotent.ts';
import { dependencyAway, Problem } from '../../problem.ts';
import { route } from '../../route.ts';

/** Text takes a moment; the pages of a scan take seconds each. */
const TIMEOUT_MS = { text: 30_000, file: 90_000 } as const;

/** Stores the document sealed, has its workflow extract it, and answers with the result. */
export const extractDocumentRoute = route(extractDocument, async (call, services) => {
  const { db, rings, settings, engine, log } = services;
  const { teamId } = call.caller;
  const { state, detail } = await sandboxesNow(db);
  if (state === 'off') {
    throw new Problem('dependency-away', {
      detail: `Documents cannot be checked here: ${detail}`,
      headers: { 'Retry-After': '30' },
    });
  }
  const { answer, replayed } = await accepted(
    extractDocument,
    call,
    services,
    async (tx): Promise<Answer> => {
      const ref = await storeDocument(tx, rings.caseVault, { teamId, document: call.body });
      return { status: 200, body: { ref } };
    },
  );
  const { ref } = answer.body as { ref: string };
  const end = await engine
    .extract({
      team_id: teamId,
      ledger_ref: ref,
      timeout_ms: call.body.text === undefined ? TIMEOUT_MS.file : TIMEOUT_MS.text,
      wait_ms: settings.sandboxWaitMs,
    })
    .catch((error: unknown) => {
      log.warn({ ledger_ref: ref, error }, 'the engine could not extract a document now');
      throw dependencyAway('The engine');
    });
  if ('failure' in end) throw PROBLEMS[end.failure]();
  const result = await readExtraction(db, rings.caseVault, { teamId, ref });
  const { unreadable } = result as { unreadable?: Unreadable };
  if (unreadable !== undefined) {
    const errors = [{ in: 'body', pointer: '/document_b64', message: UNREADABLE[unreadable] }] as const;
    throw new Problem('invalid-request', { errors });
  }
  return {
    status: 200,
    body: { ...result, ledger_ref: ref },
    headers: replayed ? { 'Idempotency-Replayed': 'true' } : {},
  };
});

const UNREADABLE: Readonly<Record<Unreadable, string>> = {
  encrypted: 'expected a document that opens without a password',
  damaged: 'expected a document that is not damaged',
  unknown: 'expected a PDF, PNG, JPEG, TIFF, WebP, BMP or GIF file',
  empty: 'expected a document with at least one page',
  large: 'expected a picture of at most 25 million pixels',
  failed: 'expected a document that can be read within a minute and 400 MiB of memory',
};

const PROBLEMS: Readonly<Record<SandboxWorkFailure, () => Problem>> = {
  busy: () => new Problem('sandboxes-busy', { headers: { 'Retry-After': '5' } }),
  unavailable: () => dependencyAway('A sandbox'),
  interrupted: () => dependencyAway('A sandbox'),
  refused: () => new Problem('internal'),
  timed_out: () => new Problem('work-timeout'),
  internal: () => new Problem('internal'),
};
