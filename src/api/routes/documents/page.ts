import { getDocumentPage } from '../../../contract/operations/stored-documents.ts';
import { newLedgerRef } from '../../../ids.ts';
import { actorOf, vaultRead } from '../../../ledger/index.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { findPicture, type PagePicture } from '../../../runs/document/page-pictures.ts';
import { findDocument } from '../../../runs/document/document-records.ts';
import { sandboxesNow } from '../../../store/hosts/hosts.ts';
import type { SandboxWorkFailure } from '../../../temporal/sandbox-work.ts';
import { dependencyAway, ProblemError } from '../../http/problem.ts';
import { suspendedProblem } from '../../safety/refuse-suspended.ts';
import { suspendedScope } from '../../../store/switches/suspended.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { readPurpose } from '../../documents/read-purpose.ts';
import { documentOf } from './find.ts';

/** Maximum time for reading and drawing a page. */
const TIMEOUT_MS = 150_000;

/** Scopes of which a caller needs one to see an unmasked page. */
const MAY_SEE_ALL = ['documents:write', 'reviews:decide'] as const;

/** Responds with a page. Before it is sent, the ledger records who saw it. */
export const getDocumentPageRoute = route(getDocumentPage, async (call, services) => {
  const { db, ledger } = services;
  const { caller, params } = call;
  const masked = call.query.masked === 'true';
  if (!masked && !MAY_SEE_ALL.some((scope) => caller.scopes.has(scope)))
    throw new ProblemError('scope-missing', {
      detail: `Ask for the page with \`masked=true\`, or use a key with the scope \`${MAY_SEE_ALL.join('` or `')}\`.`,
    });
  const document = documentOf(await findDocument(db, { teamId: caller.teamId, id: params.id }));
  // A document that is not checked yet may have this page.
  if (document.pages !== null && params.n > document.pages.length) throw new ProblemError('not-found');
  const png = await pictureOf(call, services, { document, page: params.n, masked });
  const purpose = await readPurpose(services, caller, { documentId: document.id });
  await ledger.append(
    vaultRead(
      { teamId: caller.teamId, actor: actorOf(caller, call.requestId) },
      masked
        ? 'A page of a document was seen with its identifiers painted over.'
        : 'A page of a document was seen; it may show identifiers.',
      { ref: document.root, document_id: document.id, page: params.n, masked, ...purpose },
    ),
  );
  return {
    status: 200,
    body: png,
    type: 'image/png',
    headers: { 'Cache-Control': 'private, no-store', 'Content-Disposition': 'inline' },
  };
});

const pictureOf = async (
  { caller }: Call<typeof getDocumentPage>,
  services: Services,
  picture: PagePicture,
): Promise<Buffer> => {
  const { db, rings, workflows, settings } = services;
  const { teamId } = caller;
  const before = await findPicture(db, rings.vault, picture);
  if (before !== undefined) return before;
  const scope = await suspendedScope(db, teamId, scopesOf.extraction);
  if (scope !== undefined) throw suspendedProblem(scope);
  const { ready } = await sandboxesNow(db);
  if (ready.length === 0) throw dependencyAway('A sandbox');
  const end = await workflows
    .drawPage({
      team_id: teamId,
      ledger_ref: newLedgerRef('page'),
      asked_by: caller.actor,
      document_id: picture.document.id,
      page: picture.page,
      masked: picture.masked,
      timeout_ms: TIMEOUT_MS,
      wait_ms: settings.sandboxWaitMs,
    })
    .catch((error: unknown) => {
      services.log.warn({ document: picture.document.id, error }, 'page could not be drawn through Temporal');
      throw dependencyAway('Temporal');
    });
  if ('failure' in end) throw PROBLEMS[end.failure]();
  const drawn = end.result.drawn ? await findPicture(db, rings.vault, picture) : undefined;
  if (drawn !== undefined) return drawn;
  // The document may have been checked, refused or erased in the meantime.
  const now = documentOf(await findDocument(db, { teamId, id: picture.document.id }));
  if (now.pages === null || picture.page > now.pages.length) throw new ProblemError('not-found');
  throw new ProblemError(picture.masked ? 'page-not-maskable' : 'internal');
};

const PROBLEMS: Readonly<Record<SandboxWorkFailure, () => ProblemError>> = {
  busy: () => new ProblemError('sandboxes-busy', { headers: { 'Retry-After': '5' } }),
  unavailable: () => dependencyAway('A sandbox'),
  interrupted: () => dependencyAway('A sandbox'),
  // The document was erased while its page was drawn.
  refused: () => new ProblemError('document-erased'),
  suspended: () => new ProblemError('suspended'),
  timed_out: () => new ProblemError('work-timeout'),
  internal: () => new ProblemError('internal'),
};
