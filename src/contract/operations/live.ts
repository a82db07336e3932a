import { z } from 'zod';
import { runId } from '../common.ts';
import { streamEventSchema, streamQuery } from '../events.ts';
import { liveRunBody } from '../live-run.ts';
import { operation } from '../operation.ts';

const tag = 'Live runs';
const document = 'workforce';

export const streamHeaders = z.object({
  'Last-Event-ID': z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The `id` of the last event that was read' }),
});

export const runLive = operation({
  id: 'runLive',
  method: 'post',
  path: '/v1/workforce/run',
  document,
  tag,
  summary: 'Run a case live',
  description:
    'A model works the case with tools, in a real sandbox, and every step is streamed as it happens. The ' +
    'answer is a stream of server-sent events that ends with the run; a client that disconnects does not ' +
    'end the run. A client that lost the stream resumes it at `Location`, with `Last-Event-ID`. With an ' +
    '`Idempotency-Key` that was used before, the stream is that of the first run, from after ' +
    '`Last-Event-ID`.',
  access: 'runs:write',
  query: streamQuery,
  headers: streamHeaders,
  body: { schema: liveRunBody },
  idempotent: true,
  problems: ['no-model-provider'],
  replies: {
    200: {
      description: 'The events of the run',
      type: 'text/event-stream',
      schema: streamEventSchema,
      headers: ['Location', 'X-Run-Id', 'Idempotency-Replayed'],
    },
    204: { description: 'The run was started before, and `Last-Event-ID` names its last event' },
  },
});

export const followRun = operation({
  id: 'followRun',
  method: 'get',
  path: '/v1/workforce/runs/{id}/events',
  document,
  tag,
  summary: 'Follow a run',
  description:
    'Server-sent events of a run, live or simulated, from its start, or from after the event that the ' +
    'header `Last-Event-ID` names; also after the run has ended. Every event arrives exactly once. The ' +
    'stream ends with the run.',
  access: 'runs:read',
  params: z.object({ id: runId }),
  query: streamQuery,
  headers: streamHeaders,
  replies: {
    200: {
      description: 'The events',
      type: 'text/event-stream',
      schema: streamEventSchema,
      headers: ['Location', 'X-Run-Id'],
    },
    204: { description: '`Last-Event-ID` names the last event, so nothing follows' },
  },
});
