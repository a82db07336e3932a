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
  summary: 'Issue a key of your team',
  description: 'Takes no Idempotency-Key, because a replay would have to store the key itself.',
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
  summary: 'List the keys of your team',
  access,
  query: z.strictObject({}),
  replies: { 200: { description: 'Newest first, including revoked ones', schema: keyListSchema } },
});

export const rotateKey = operation({
  id: 'rotateKey',
  method: 'post',
  path: '/v1/admin/keys/{id}/rotate',
  document,
  tag,
  summary: 'Replace a key',
  description:
    'The new key has the name, scopes and expiry of the old one, which ends after the grace period. A key has one successor.',
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
  description: 'Takes effect within 5 seconds everywhere. Revoking twice changes nothing.',
  access,
  params,
  replies: { 200: { description: 'The revoked key', schema: keySchema } },
});
