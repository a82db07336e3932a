import { z } from 'zod';
import { ledgerRef } from '../common.ts';
import { entriesSchema, verificationSchema } from '../ledger.ts';
import { operation } from '../operation.ts';

const tag = 'Ledger';

export const getLedger = operation({
  id: 'getLedger',
  method: 'get',
  path: '/v1/govern/ledger/{ref}',
  document: 'services',
  tag,
  summary: 'Read the entries of a ledger_ref',
  access: 'ledger:read',
  params: z.object({ ref: ledgerRef }),
  replies: { 200: { description: 'Its entries in the order of seq', schema: entriesSchema } },
});

export const verifyLedger = operation({
  id: 'verifyLedger',
  method: 'get',
  path: '/v1/govern/verify',
  document: 'services',
  tag,
  summary: "Check the whole chain of the key's team",
  description: 'Recomputes every hash in the database with verify_agent_ledger.',
  access: 'ledger:read',
  replies: {
    200: { description: 'Whether it holds, and where it first does not', schema: verificationSchema },
  },
});
