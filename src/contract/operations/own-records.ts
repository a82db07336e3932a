/** Records of a team's own kinds, which its verticals look up and write. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import { deletedSchema, recordKey } from '../records.ts';
import { collectionName } from '../team-vertical.ts';

const tag = 'Records';
const document = 'services';
const params = z.object({ collection: collectionName, key: recordKey });

const ownRecordSchema = z
  .object({
    collection: collectionName,
    record: z.record(z.string(), z.unknown()).meta({ description: 'With identifiers masked' }),
  })
  .meta({ id: 'OwnRecord' });

export const readOwnRecord = operation({
  id: 'readOwnRecord',
  method: 'get',
  path: '/v1/collections/{collection}/{key}',
  document,
  tag,
  summary: "Read one of your team's own records, masked",
  access: 'records:read',
  params,
  replies: { 200: { description: 'The record', schema: ownRecordSchema } },
});

export const writeOwnRecord = operation({
  id: 'writeOwnRecord',
  method: 'put',
  path: '/v1/collections/{collection}/{key}',
  document,
  tag,
  summary: "Write one of your team's own records",
  description:
    'The body is the record, a JSON object with members of your choice. Replaces the record if there is one. It is stored encrypted.',
  access: 'records:write',
  params,
  body: { schema: z.looseObject({}).meta({ id: 'WriteOwnRecord' }), limit: 65_536 },
  replies: { 200: { description: 'The stored record', schema: ownRecordSchema } },
});

export const deleteOwnRecord = operation({
  id: 'deleteOwnRecord',
  method: 'delete',
  path: '/v1/collections/{collection}/{key}',
  document,
  tag,
  summary: "Delete one of your team's own records",
  access: 'records:write',
  params,
  replies: { 200: { description: 'The record is deleted', schema: deletedSchema } },
});
