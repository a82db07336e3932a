import { z } from 'zod';
import { runId } from '../common.ts';
import { streamEventSchema, streamQuery } from '../events.ts';
import { operation } from '../operation.ts';

const tag = 'Live runs';
const document = 'workforce';

export const followRun = operation({
  id: 'followRun',
  method: 'get',
  path: '/v1/workforce/runs/{id}/events',
  document,
  tag,
  summary: 'Follow a run',
  description:
    'Server-sent events of a run, live or simulated, from its start, or from behind the event that the header ' +
    '`Last-Event-ID` names; also after its end. Nothing is missed and nothing comes twice. The stream ends with the run.',
  access: 'runs:read',
  params: z.object({ id: runId }),
  query: streamQuery,
  headers: z.object({
    'Last-Event-ID': z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'The `id` of the last event that was read' }),
  }),
  replies: {
    200: {
      description: 'The events',
      type: 'text/event-stream',
      schema: streamEventSchema,
      headers: ['Location', 'X-Run-Id'],
    },
    204: { description: '`Last-Event-ID` is that of the last event: nothing comes any more' },
  },
});
