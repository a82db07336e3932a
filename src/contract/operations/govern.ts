import { z } from 'zod';
import { ledgerRef } from '../common.ts';
import {
  entriesSchema,
  entryListQuery,
  entryListSchema,
  verificationQuery,
  verificationSchema,
} from '../ledger.ts';
import { operation } from '../operation.ts';
import { scanBody, scanResultSchema } from '../scan.ts';

const tag = 'Ledger';

export const scanText = operation({
  id: 'scanText',
  method: 'post',
  path: '/v1/govern/scan',
  document: 'services',
  tag: 'PII screening',
  summary: 'Find and mask Indian identifiers in a text',
  access: 'scan',
  body: { schema: scanBody },
  replies: {
    200: {
      description: 'The findings and the masked text',
      schema: scanResultSchema,
      links: { GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } } },
    },
  },
});

export const listLedger = operation({
  id: 'listLedger',
  method: 'get',
  path: '/v1/govern/ledger',
  document: 'services',
  tag,
  summary: "List the entries of your team's chain, newest first",
  description:
    'For looking around. An export has the entries of a period in the order of the chain, with what proves them.',
  access: 'ledger:read',
  query: entryListQuery,
  replies: { 200: { description: 'One page', schema: entryListSchema } },
});

export const getLedger = operation({
  id: 'getLedger',
  method: 'get',
  path: '/v1/govern/ledger/{ref}',
  document: 'services',
  tag,
  summary: 'Read the entries of a ledger_ref',
  access: 'ledger:read',
  params: z.object({ ref: ledgerRef }),
  replies: { 200: { description: "The ledger_ref's entries, ordered by seq", schema: entriesSchema } },
});

export const verifyLedger = operation({
  id: 'verifyLedger',
  method: 'get',
  path: '/v1/govern/verify',
  document: 'services',
  tag,
  summary: "Verify the team's chain",
  description:
    'Recomputes the hashes in the database with verify_agent_ledger, either all of them or those after a ' +
    'checkpoint.',
  access: 'ledger:read',
  query: verificationQuery,
  replies: {
    200: {
      description: 'Whether the chain verifies, and the first row that does not',
      schema: verificationSchema,
    },
  },
});
