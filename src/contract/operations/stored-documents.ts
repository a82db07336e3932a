import { z } from 'zod';
import { operation } from '../operation.ts';
import {
  documentParams,
  MAX_MULTIPART_BYTES,
  pageParams,
  pagePictureQuery,
  storedDocumentListQuery,
  storedDocumentListSchema,
  storedDocumentSchema,
} from '../stored-document.ts';

const tag = 'Documents';
const document = 'services';

export const createDocument = operation({
  id: 'createDocument',
  method: 'post',
  path: '/v1/documents',
  document,
  tag,
  summary: 'Store a document for a case, up to 25 MiB',
  description:
    'Send one file as the body, or several files of one document, such as photos of its pages, as multipart/form-data in ' +
    'their order. A sandbox opens the files and counts their pages. The document is stored encrypted, for as long as the ' +
    'cases that use it, and is erased with them. Its id also works as `file_id` in agent tasks and analyses.',
  access: 'documents:write',
  bytes: {
    types: [
      'application/pdf',
      'image/png',
      'image/jpeg',
      'image/tiff',
      'image/webp',
      'text/plain',
      'application/octet-stream',
      'multipart/form-data',
    ],
    limit: MAX_MULTIPART_BYTES,
  },
  idempotent: true,
  problems: ['not-found', 'suspended', 'document-erased'],
  replies: {
    201: {
      description: 'The stored document',
      schema: storedDocumentSchema,
      headers: ['Location', 'Idempotency-Replayed'],
      links: { GetDocument: { operationId: 'getDocument', parameters: { id: '$response.body#/id' } } },
    },
  },
});

export const listDocuments = operation({
  id: 'listDocuments',
  method: 'get',
  path: '/v1/documents',
  document,
  tag,
  summary: 'List documents, newest first',
  description: 'Documents that were refused or erased are not listed.',
  access: 'runs:read',
  query: storedDocumentListQuery,
  replies: { 200: { description: 'One page', schema: storedDocumentListSchema } },
});

export const getDocument = operation({
  id: 'getDocument',
  method: 'get',
  path: '/v1/documents/{id}',
  document,
  tag,
  summary: 'Read what is known about a document',
  access: 'runs:read',
  params: documentParams,
  problems: ['document-erased'],
  replies: { 200: { description: 'The document', schema: storedDocumentSchema } },
});

export const getDocumentPage = operation({
  id: 'getDocumentPage',
  method: 'get',
  path: '/v1/documents/{id}/pages/{n}.png',
  document,
  tag,
  summary: 'See a page of a document',
  description:
    'A sandbox draws the page, and the ledger records who saw it (`vault.read`). With `masked=true`, identifiers, names and ' +
    'dates of birth are painted over, and so is writing that could not be read. Without it, the caller also needs ' +
    '`documents:write` or `reviews:decide`.',
  access: 'runs:read',
  params: pageParams,
  query: pagePictureQuery,
  problems: ['sandboxes-busy', 'work-timeout', 'suspended', 'document-erased', 'page-not-maskable'],
  replies: {
    200: { description: 'The page', type: 'image/png' },
  },
});

export const deleteDocument = operation({
  id: 'deleteDocument',
  method: 'delete',
  path: '/v1/documents/{id}',
  document,
  tag,
  summary: 'Erase a document',
  description:
    'Destroys the key of the document. What cases have already read from it is theirs and is erased with them.',
  access: 'documents:write',
  params: documentParams,
  problems: ['document-erased'],
  replies: {
    200: {
      description: 'The document is erased',
      schema: z.object({ id: z.string(), ledger_ref: z.string() }).meta({ id: 'ErasedDocument' }),
    },
  },
});
