import { extractBody, extractionSchema } from '../documents.ts';
import { operation } from '../operation.ts';

export const extractDocument = operation({
  id: 'extractDocument',
  method: 'post',
  path: '/v1/documents/extract',
  document: 'services',
  tag: 'Document extraction',
  summary: 'Extract and check the content of an Indian document',
  description:
    'The checks run in a fresh sandbox without a network, which is destroyed afterwards. If a check ' +
    'fails, the response is 200 with `valid: false`.',
  access: 'documents',
  body: { schema: extractBody },
  idempotent: true,
  problems: ['not-found', 'sandboxes-busy', 'work-timeout', 'suspended'],
  replies: {
    200: {
      description: 'The values found, and whether they pass their checks',
      schema: extractionSchema,
      links: { GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } } },
    },
  },
});
