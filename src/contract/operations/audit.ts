import { z } from 'zod';
import { erasureBody, erasureSchema, exportQuery } from '../audit.ts';
import { operation } from '../operation.ts';

const tag = 'Ledger';

export const exportLedger = operation({
  id: 'exportLedger',
  method: 'get',
  path: '/v1/govern/export',
  document: 'services',
  tag,
  summary: "Export the ledger of the key's team for an auditor",
  description:
    'Streams the whole chain, rows of a time, or the rows of a ledger_ref, with the latest signed checkpoint. ' +
    'An export that ends without its `end` line was cut off. `pramaan verify` checks it offline.',
  access: 'ledger:read',
  query: exportQuery,
  replies: {
    200: {
      description: 'One JSON object a line',
      type: 'application/x-ndjson',
      schema: z.string(),
      headers: ['Content-Disposition'],
    },
  },
  problems: ['not-found'],
});

export const eraseCase = operation({
  id: 'eraseCase',
  method: 'post',
  path: '/v1/govern/erasures',
  document: 'services',
  tag,
  summary: 'Destroy the key of a stored case',
  description:
    'For good, and without an undo. Ledger rows hold masked values alone and stay; the erasure is a row itself. ' +
    'Asking again gives the first answer.',
  access: 'admin',
  body: { schema: erasureBody },
  replies: { 200: { description: 'The row that records it', schema: erasureSchema } },
  problems: ['not-found'],
});
