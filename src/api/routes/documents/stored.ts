import { deleteDocument, getDocument, listDocuments } from '../../../contract/operations/stored-documents.ts';
import { actorOf } from '../../../ledger/index.ts';
import { eraseCase } from '../../../runs/erase.ts';
import {
  findDocument,
  listDocuments as readPage,
  toDocumentBody,
} from '../../../runs/document/document-records.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { documentOf } from './find.ts';

export const listDocumentsRoute = route(listDocuments, async ({ query, caller }, { db, rings }) => {
  const { teamId } = caller;
  const after = query.cursor === undefined ? undefined : readCursor(rings.cursor, teamId, query.cursor);
  const { documents, end } = await readPage(db, { teamId, limit: query.limit, after });
  return {
    status: 200,
    body: {
      documents: documents.map(toDocumentBody),
      next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null,
    },
  };
});

/** Shows a refused document too, although it was erased, because its `refusal` says why. */
export const getDocumentRoute = route(getDocument, async ({ params, caller }, { db }) => {
  const document = await findDocument(db, { teamId: caller.teamId, id: params.id });
  return {
    status: 200,
    body: toDocumentBody(document?.status === 'refused' ? document : documentOf(document)),
  };
});

export const deleteDocumentRoute = route(deleteDocument, async ({ params, caller }, { db, ledger }) => {
  const { teamId } = caller;
  const document = documentOf(await findDocument(db, { teamId, id: params.id }));
  const entry = await eraseCase(db, ledger, {
    teamId,
    ref: document.root,
    reason: 'the document was deleted',
    actor: actorOf(caller),
  });
  if (entry === undefined) throw new ProblemError('not-found');
  return { status: 200, body: { id: document.id, ledger_ref: entry.ledger_ref } };
});
