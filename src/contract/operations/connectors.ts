import { z } from 'zod';
import {
  connectorListSchema,
  connectorName,
  connectorSchema,
  connectorTestSchema,
  putConnectorBody,
  testConnectorBody,
} from '../connector.ts';
import { operation } from '../operation.ts';

const tag = 'Connectors';
const document = 'services';
const access = 'admin';
const params = z.object({ name: connectorName });

export const putConnector = operation({
  id: 'putConnector',
  method: 'put',
  path: '/v1/connectors/{name}',
  document,
  tag,
  summary: 'Create or replace a connector',
  description:
    'A connector is a read-only look-up of your own system in place of a record table, or the gateway for messages. A kind of record has one connector at most. The change works from the next look-up on, also for runs that wait.',
  access,
  params,
  body: { schema: putConnectorBody, limit: 262_144 },
  problems: ['connector-taken'],
  replies: {
    200: { description: 'The replaced connector', schema: connectorSchema },
    201: { description: 'The new connector', schema: connectorSchema },
  },
});

export const listConnectors = operation({
  id: 'listConnectors',
  method: 'get',
  path: '/v1/connectors',
  document,
  tag,
  summary: "List your team's connectors",
  description:
    'Secrets are never shown. There is at most one connector for each kind it can serve, so the list has no pages.',
  access,
  query: z.strictObject({}),
  replies: { 200: { description: 'The connectors, by name', schema: connectorListSchema } },
});

export const getConnector = operation({
  id: 'getConnector',
  method: 'get',
  path: '/v1/connectors/{name}',
  document,
  tag,
  summary: 'Read a connector and its state',
  access,
  params,
  replies: { 200: { description: 'The connector', schema: connectorSchema } },
});

export const deleteConnector = operation({
  id: 'deleteConnector',
  method: 'delete',
  path: '/v1/connectors/{name}',
  document,
  tag,
  summary: 'Delete a connector and its secrets',
  description: 'From then on, steps read the record table again, also in runs that wait for this connector.',
  access,
  params,
  replies: { 200: { description: 'The deleted connector', schema: connectorSchema } },
});

export const testConnector = operation({
  id: 'testConnector',
  method: 'post',
  path: '/v1/connectors/{name}/test',
  document,
  tag,
  summary: 'Try a connector',
  description:
    'Makes one real call, even while the circuit breaker is open, and reports what came of it. A success closes the circuit breaker. For `messages` it sends a test message to the recipient given as `key`.',
  access,
  params,
  // An event may be as large as one that arrives.
  body: { schema: testConnectorBody, limit: 2_097_152 },
  replies: {
    200: { description: 'What came of the call; `ok` says whether it worked', schema: connectorTestSchema },
  },
});
