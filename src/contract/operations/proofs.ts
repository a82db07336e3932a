import { z } from 'zod';
import {
  checkpointListQuery,
  checkpointListSchema,
  checkpointSchema,
  consistencyQuery,
  consistencySchema,
  logKeysSchema,
  proofSchema,
  witnessListSchema,
} from '../checkpoint.ts';
import { ledgerRef } from '../common.ts';
import { operation } from '../operation.ts';
import { receiptCheckSchema, verifyReceiptBody } from '../receipt-check.ts';

const tag = 'Proofs';
const document = 'services';
const access = 'ledger:read';

export const makeCheckpoint = operation({
  id: 'makeCheckpoint',
  method: 'post',
  path: '/v1/govern/checkpoints',
  document,
  tag,
  summary: "Sign a checkpoint over all current rows in the team's chain",
  description:
    'Verifies the rows since the last checkpoint first, and sends the new checkpoint to the witnesses. ' +
    'The request has no body. The response is 404 while the chain has no rows.',
  access,
  problems: ['not-found', 'ledger-broken'],
  replies: { 200: { description: 'The latest checkpoint', schema: checkpointSchema } },
});

export const getLatestCheckpoint = operation({
  id: 'getLatestCheckpoint',
  method: 'get',
  path: '/v1/govern/checkpoints/latest',
  document,
  tag,
  summary: "Read the latest signed checkpoint of the team's chain",
  access,
  problems: ['not-found'],
  replies: {
    200: {
      description: 'The checkpoint, with the signature lines of the witnesses so far',
      schema: checkpointSchema,
    },
  },
});

export const listCheckpoints = operation({
  id: 'listCheckpoints',
  method: 'get',
  path: '/v1/govern/checkpoints',
  document,
  tag,
  summary: "List the signed checkpoints of the team's chain, newest first",
  description: "Leaves out stored checkpoints that none of the log's keys signed; the audit reports those.",
  access,
  query: checkpointListQuery,
  replies: { 200: { description: 'One page', schema: checkpointListSchema } },
});

export const listWitnesses = operation({
  id: 'listWitnesses',
  method: 'get',
  path: '/v1/govern/witnesses',
  document,
  tag,
  summary: 'List the witnesses, each with what it took last',
  access,
  query: z.strictObject({}),
  replies: { 200: { description: 'The witnesses by name', schema: witnessListSchema } },
});

export const getLogKeys = operation({
  id: 'getLogKeys',
  method: 'get',
  path: '/v1/govern/keys',
  document,
  tag,
  summary: 'List the public keys that sign or used to sign checkpoints',
  description: 'Keep a copy of the keys elsewhere; otherwise you have to trust this service for them.',
  access,
  replies: {
    200: {
      description: 'All keys, including retired ones, which are needed to check old checkpoints',
      schema: logKeysSchema,
    },
  },
});

export const getProof = operation({
  id: 'getProof',
  method: 'get',
  path: '/v1/govern/ledger/{ref}/proof',
  document,
  tag,
  summary: 'Prove the entries of a ledger_ref',
  description:
    'Proves the entries against the first checkpoint that covers them all or, if there is none yet, ' +
    'proves those that the latest checkpoint covers. Reveals no other rows.',
  access,
  params: z.object({ ref: ledgerRef }),
  problems: ['ledger-broken'],
  replies: { 200: { description: 'A receipt that can be checked offline', schema: proofSchema } },
});

export const getConsistency = operation({
  id: 'getConsistency',
  method: 'get',
  path: '/v1/govern/consistency',
  document,
  tag,
  summary: 'Prove that a later checkpoint continues an earlier one',
  description:
    "Accepts any sizes up to the latest checkpoint's. The response is 404 while there is no checkpoint.",
  access,
  query: consistencyQuery,
  problems: ['not-found', 'ledger-broken'],
  replies: { 200: { description: 'Both roots and the proof', schema: consistencySchema } },
});

export const verifyReceipt = operation({
  id: 'verifyReceipt',
  method: 'post',
  path: '/v1/govern/receipts/verify',
  document,
  tag,
  summary: 'Check a receipt',
  description:
    "Checks a receipt of your team by the log's published keys. Whoever does not trust this service checks it offline instead, " +
    'with `pramaan verify --receipt`. A receipt that does not verify is a response with `ok: false`. Writes nothing.',
  access,
  body: { schema: verifyReceiptBody },
  replies: { 200: { description: 'Whether the receipt verifies', schema: receiptCheckSchema } },
});
