import { z } from 'zod';
import { keyId } from '../common.ts';
import { issuedKeySchema, issueKeyBody, keyListSchema, keySchema, rotateKeyBody } from '../key.ts';
import { operation } from '../operation.ts';

const tag = 'Keys';
const document = 'services';
const access = 'admin';
const params = z.object({ id: keyId });

export const issueKey = operation({
  id: 'issueKey',
  method: 'post',
  path: '/v1/admin/keys',
  document,
  tag,
  summary: 'Issue a key for your team',
  description:
    'Does not accept an Idempotency-Key, because replaying the response would require storing the key itself.',
  access,
  body: { schema: issueKeyBody, limit: 16_384 },
  replies: {
    201: {
      description: 'The key, shown only this once',
      schema: issuedKeySchema,
      links: {
        RotateKey: { operationId: 'rotateKey', parameters: { id: '$response.body#/id' } },
        RevokeKey: { operationId: 'revokeKey', parameters: { id: '$response.body#/id' } },
      },
    },
  },
});

export const listKeys = operation({
  id: 'listKeys',
  method: 'get',
  path: '/v1/admin/keys',
  document,
  tag,
  summary: "List your team's keys",
  access,
  query: z.strictObject({}),
  replies: { 200: { description: 'The keys, newest first, including revoked ones', schema: keyListSchema } },
});

export const rotateKey = operation({
  id: 'rotateKey',
  method: 'post',
  path: '/v1/admin/keys/{id}/rotate',
  document,
  tag,
  summary: 'Replace a key',
  description:
    "The new key has the old key's name, scopes and expiry. The old key stops working after the grace period. A key has only one successor.",
  access,
  params,
  problems: ['already-rotated'],
  body: { schema: rotateKeyBody, optional: true, limit: 16_384 },
  replies: { 201: { description: 'The new key, shown only this once', schema: issuedKeySchema } },
});

export const revokeKey = operation({
  id: 'revokeKey',
  method: 'delete',
  path: '/v1/admin/keys/{id}',
  document,
  tag,
  summary: 'Revoke a key',
  description: 'Takes effect everywhere within 5 seconds. Revoking a key twice changes nothing.',
  access,
  params,
  replies: { 200: { description: 'The revoked key', schema: keySchema } },
});
