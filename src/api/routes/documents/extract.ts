import { extractDocument } from '../../../contract/operations/documents.ts';
import { readExtraction, storeDocument } from '../../../documents/documents.ts';
import { sandboxesNow } from '../../../hosts/hosts.ts';
import type { Answer } from '../../../idempotency/once.ts';
import type { SandboxWorkFailure } from '../../../temporal/sandbox-work.ts';
import { accepted } from '../../idempotent.ts';
import { dependencyAway, Problem } from '../../problem.ts';
import { route } from '../../route.ts';

const TIMEOUT_MS = 30_000;

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
      timeout_ms: TIMEOUT_MS,
      wait_ms: settings.sandboxWaitMs,
    })
    .catch((error: unknown) => {
      log.warn({ ledger_ref: ref, error }, 'the engine could not extract a document now');
      throw dependencyAway('The engine');
    });
  if ('failure' in end) throw PROBLEMS[end.failure]();
  const result = await readExtraction(db, rings.caseVault, { teamId, ref });
  return {
    status: 200,
    body: { ...result, ledger_ref: ref },
    headers: replayed ? { 'Idempotency-Replayed': 'true' } : {},
  };
});

const PROBLEMS: Readonly<Record<SandboxWorkFailure, () => Problem>> = {
  busy: () => new Problem('sandboxes-busy', { headers: { 'Retry-After': '5' } }),
  unavailable: () => dependencyAway('A sandbox'),
  interrupted: () => dependencyAway('A sandbox'),
  refused: () => new Problem('internal'),
  timed_out: () => new Problem('work-timeout'),
  internal: () => new Problem('internal'),
};
