import { setTimeout as sleep } from 'node:timers/promises';
import { createDocument } from '../../../contract/operations/stored-documents.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { sha256Of, storeUpload } from '../../../runs/document/stored.ts';
import { findDocument, toDocumentBody } from '../../../runs/document/document-records.ts';
import { refusalWords } from '../../../runs/document/refusals.ts';
import { sandboxesNow } from '../../../store/hosts/hosts.ts';
import { givenParts } from '../../documents/given-parts.ts';
import { ProblemError } from '../../http/problem.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { documentOf } from './find.ts';

/** Maximum time for opening the files and counting their pages. */
const TIMEOUT_MS = 60_000;

/** Maximum time for which the caller waits. The check continues after that. */
const AWAITED_MS = 75_000;

/**
 * Stores the files sealed and checks them in a sandbox. If no sandbox is free, the document is still stored,
 * and the first case that uses it has it checked.
 */
export const createDocumentRoute = route(createDocument, async (call, services) => {
  const { db, rings, settings, log } = services;
  const { teamId, actor: askedBy } = call.caller;
  const parts = await givenParts(call.bytes);
  const formats = parts.map(({ format }) => format);
  const sha256 = sha256Of(parts.map(({ content }) => content)).toString('hex');
  const keyed = { caller: call.caller, idempotencyKey: call.idempotencyKey, body: { sha256, formats } };
  const { answer, replayed } = await accepted(createDocument, keyed, services, async (tx) => {
    await refuseSuspended(services, tx, call, scopesOf.extraction);
    return { status: 201, body: { id: await storeUpload(tx, rings.vault, { teamId, askedBy, parts }) } };
  });
  call.forgetBody();
  const { id } = answer.body as { id: string };
  const stored = await findDocument(db, { teamId, id });
  const { ready } = await sandboxesNow(db);
  if (stored?.status === 'checking' && ready.length > 0) {
    const input = { team_id: teamId, ledger_ref: id, asked_by: askedBy, timeout_ms: TIMEOUT_MS };
    const checked = services.workflows
      .checkDocument({ ...input, wait_ms: settings.sandboxWaitMs })
      .catch((error: unknown) => log.warn({ document: id, error }, 'document could not be checked yet'));
    await Promise.race([checked, sleep(AWAITED_MS, undefined, { ref: false })]);
  }
  const document = await findChecked(services, teamId, id);
  return {
    status: 201,
    body: toDocumentBody(document),
    headers: {
      Location: `${settings.publicBaseUrl}/v1/documents/${id}`,
      ...replayedHeader(replayed),
    },
  };
});

/** @throws ProblemError 422 if the sandbox refused the document, 410 if it was erased since */
const findChecked = async (services: Services, teamId: string, id: string) => {
  const document = await findDocument(services.db, { teamId, id });
  if (document?.status !== 'refused') return documentOf(document);
  const message = refusalWords(document.refusal ?? '');
  throw new ProblemError('invalid-request', { errors: [{ in: 'body', pointer: '', message }] });
};
