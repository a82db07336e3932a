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
  summary: "Export the team's ledger for an auditor",
  description:
    'Streams the whole chain, the rows of a period, or the rows of a ledger_ref, with the latest signed ' +
    'checkpoint. An export without its `end` line is incomplete. `pramaan verify` checks it offline.',
  access: 'ledger:read',
  query: exportQuery,
  replies: {
    200: {
      description: 'One JSON object per line',
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
  summary: "Destroy a stored case's key",
  description:
    'The erasure is permanent. Ledger rows contain only masked values and are kept; the erasure itself ' +
    'is recorded as a row. Cases that were taken from this one (`case_of`, and next versions) are erased with it. Repeating the ' +
    'request returns the first response.',
  access: 'admin',
  body: { schema: erasureBody },
  replies: { 200: { description: 'The row that records the erasure', schema: erasureSchema } },
  problems: ['not-found'],
});
