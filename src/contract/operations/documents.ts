import { extractBody, extractionSchema } from '../documents.ts';
import { operation } from '../operation.ts';

export const extractDocument = operation({
  id: 'extractDocument',
  method: 'post',
  path: '/v1/documents/extract',
  document: 'services',
  tag: 'Document extraction',
  summary: 'Extract and check what an Indian document holds',
  description:
    'The checks run in a fresh sandbox without network, which is destroyed afterwards. A failed check is an answer of ' +
    '200 with `valid: false`.',
  access: 'documents',
  body: { schema: extractBody },
  idempotent: true,
  problems: ['not-found', 'sandboxes-busy', 'work-timeout'],
  replies: {
    200: {
      description: 'What was found, and whether it holds',
      schema: extractionSchema,
      links: { GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } } },
    },
  },
});
