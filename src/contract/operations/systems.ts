import { z } from 'zod';
import { operation } from '../operation.ts';
import { systemBody, systemListSchema, systemParams, systemSchema } from '../system.ts';

const tag = 'Safety';
const document = 'services';

export const listSystems = operation({
  id: 'listSystems',
  method: 'get',
  path: '/v1/govern/systems',
  document,
  tag,
  summary: 'List the AI systems that your team uses',
  description:
    'The verticals with the versions of their rules, the models, the operators and the tools of this release, with what ' +
    'your team says of each.',
  access: 'ledger:read',
  query: z.strictObject({}),
  replies: { 200: { description: 'The inventory', schema: systemListSchema } },
});

export const exportSystems = operation({
  id: 'exportSystems',
  method: 'get',
  path: '/v1/govern/systems/export',
  document,
  tag,
  summary: 'Export the inventory',
  access: 'ledger:read',
  query: z.strictObject({}),
  replies: {
    200: {
      description: 'The inventory as CSV with a header line (RFC 4180)',
      type: 'text/csv',
      schema: z.string(),
      headers: ['Content-Disposition'],
    },
  },
});

export const describeSystem = operation({
  id: 'describeSystem',
  method: 'put',
  path: '/v1/govern/systems/{id}',
  document,
  tag,
  summary: 'Say who answers for a system',
  description:
    'Replaces the owner, the risk tier, the validator and the dates. The change is a row of the ledger.',
  access: 'safety',
  params: systemParams,
  body: { schema: systemBody, limit: 16_384 },
  replies: { 200: { description: 'The system', schema: systemSchema } },
});
