import { z } from 'zod';
import {
  checkpointSchema,
  consistencyQuery,
  consistencySchema,
  logKeysSchema,
  proofSchema,
} from '../checkpoint.ts';
import { ledgerRef } from '../common.ts';
import { operation } from '../operation.ts';

const tag = 'Proofs';
const document = 'services';
const access = 'ledger:read';

export const makeCheckpoint = operation({
  id: 'makeCheckpoint',
  method: 'post',
  path: '/v1/govern/checkpoints',
  document,
  tag,
  summary: "Sign a checkpoint over all current rows of the team's chain",
  description:
    'The rows since the last checkpoint are verified first, and the witnesses get the checkpoint. Takes no ' +
    'body. 404 while the chain has no rows.',
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
  summary: "The latest signed checkpoint of the team's chain",
  access,
  problems: ['not-found'],
  replies: {
    200: { description: 'The checkpoint with the lines of the witnesses so far', schema: checkpointSchema },
  },
});

export const getLogKeys = operation({
  id: 'getLogKeys',
  method: 'get',
  path: '/v1/govern/keys',
  document,
  tag,
  summary: 'The public keys that checkpoints are, or were, signed with',
  description:
    'Keep a copy elsewhere: checking only with a key from here means trusting this service for it.',
  access,
  replies: {
    200: { description: 'Old keys stay, so that old checkpoints can be checked', schema: logKeysSchema },
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
    'Proves them under the first checkpoint that covers them all; until there is one, as many as the ' +
    'latest one covers. Shows no other rows.',
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
  description: 'Any sizes up to that of the latest checkpoint. Answers 404 while there is no checkpoint.',
  access,
  query: consistencyQuery,
  problems: ['not-found', 'ledger-broken'],
  replies: { 200: { description: 'The roots of both, and the proof', schema: consistencySchema } },
});
