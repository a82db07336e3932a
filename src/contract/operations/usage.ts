import { operation } from '../operation.ts';
import { usageQuery, usageSchema } from '../usage.ts';

export const getUsage = operation({
  id: 'getUsage',
  method: 'get',
  path: '/v1/usage',
  document: 'services',
  tag: 'Usage',
  summary: 'Read what your team decided and used, day by day',
  description: 'Runs count on the day on which they started, model turns on the day on which they ended.',
  access: 'usage:read',
  query: usageQuery,
  replies: {
    200: { description: 'Decisions, reasons, model usage, and what is in use now', schema: usageSchema },
  },
});
