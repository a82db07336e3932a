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
    .meta({ description: 'The `id` of the last event that the client has read' }),
});

/** The response of every operation that follows a run. */
export const streamReply = {
  description: 'The events',
  type: 'text/event-stream',
  schema: streamEventSchema,
  headers: ['Location', 'X-Run-Id'],
} as const;

export const runLive = operation({
  id: 'runLive',
  method: 'post',
  path: '/v1/workforce/run',
  document,
  tag,
  summary: 'Run a case live',
  description:
    'A model works the case with tools, in a real sandbox, and every step is streamed as it happens. The ' +
    'response is a stream of server-sent events that ends with the run. If the client disconnects, the ' +
    'run continues, and the client can resume the stream at `Location` with `Last-Event-ID`. If the ' +
    "`Idempotency-Key` was used before, the response streams the first run's events after " +
    '`Last-Event-ID`. With `resume`, it answers a call about which a person is asked, and streams the run from there.',
  access: 'runs:write',
  query: streamQuery,
  headers: streamHeaders,
  body: { schema: liveRunBody },
  idempotent: true,
  problems: [
    'no-model-provider',
    'model-not-allowed',
    'not-found',
    'suspended',
    'document-erased',
    'rule-set-state',
    'review-claimed',
    'review-closed',
    'review-impossible',
    'amount-changed',
    'role-missing',
    'another-person-needed',
  ],
  replies: {
    200: {
      description: "The run's events",
      type: 'text/event-stream',
      schema: streamEventSchema,
      headers: ['Location', 'X-Run-Id', 'Idempotency-Replayed'],
    },
    204: { description: 'The run was started earlier, and `Last-Event-ID` is its last event' },
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
    'Streams the events of a live or simulated run as server-sent events, from the start or from the ' +
    'event after `Last-Event-ID`. This also works after the run has ended. Every event arrives exactly ' +
    'once, and the stream ends with the run.',
  access: 'runs:read',
  params: z.object({ id: runId }),
  query: streamQuery,
  headers: streamHeaders,
  replies: {
    200: streamReply,
    204: { description: "`Last-Event-ID` is the run's last event, so nothing follows" },
  },
});
