import { z } from 'zod';
import { egressListSchema } from '../egress.ts';
import { operation } from '../operation.ts';

export const listEgress = operation({
  id: 'listEgress',
  method: 'get',
  path: '/v1/govern/egress',
  document: 'services',
  tag: 'Safety',
  summary: "List the hosts that your team's desktops may reach",
  description:
    'Only the command line changes these lists: `pramaan egress allow` and `pramaan egress withdraw`.',
  access: 'operators:read',
  query: z.strictObject({}),
  replies: { 200: { description: 'Both lists', schema: egressListSchema } },
});
