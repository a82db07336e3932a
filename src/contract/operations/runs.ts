import { z } from 'zod';
import { runWithReceiptSchema } from '../checkpoint.ts';
import { runId, verticalId } from '../common.ts';
import { entriesSchema } from '../ledger.ts';
import { operation } from '../operation.ts';
import { runListQuery, runListSchema, runSchema, startRunBody } from '../run.ts';

const tag = 'Runs';
const document = 'workforce';
const params = z.object({ id: runId });

const after = {
  GetRun: { operationId: 'getRun', parameters: { id: '$response.body#/id' } },
  GetRunLedger: { operationId: 'getRunLedger', parameters: { id: '$response.body#/id' } },
  CancelRun: { operationId: 'cancelRun', parameters: { id: '$response.body#/id' } },
};

export const startRun = operation({
  id: 'startRun',
  method: 'post',
  path: '/v1/workforce/verticals/{id}/runs',
  document,
  tag,
  summary: 'Start a simulated run',
  description:
    'Accepts the case and responds immediately; poll the run until its status is `succeeded` or `error`. ' +
    'The run is accepted even while Temporal is unavailable, and starts when Temporal is available again.',
  access: 'runs:write',
  params: z.object({ id: verticalId }),
  body: { schema: startRunBody, optional: true },
  idempotent: true,
  problems: ['suspended'],
  replies: {
    202: {
      description: 'Accepted',
      schema: runSchema,
      headers: ['Location', 'Idempotency-Replayed'],
      links: after,
    },
  },
});

export const listRuns = operation({
  id: 'listRuns',
  method: 'get',
  path: '/v1/workforce/runs',
  document,
  tag,
  summary: 'List runs, newest first',
  access: 'runs:read',
  query: runListQuery,
  replies: { 200: { description: 'One page', schema: runListSchema } },
});

export const getRun = operation({
  id: 'getRun',
  method: 'get',
  path: '/v1/workforce/runs/{id}',
  document,
  tag,
  summary: 'Read a run',
  access: 'runs:read',
  params,
  replies: {
    200: {
      description: "The run's current state",
      schema: runWithReceiptSchema,
      links: { GetRunLedger: after.GetRunLedger },
    },
  },
});

export const getRunLedger = operation({
  id: 'getRunLedger',
  method: 'get',
  path: '/v1/workforce/runs/{id}/ledger',
  document,
  tag,
  summary: "Read a run's ledger entries",
  access: 'ledger:read',
  params,
  replies: {
    200: { description: "The run's entries; there are none right after the start", schema: entriesSchema },
  },
});

export const cancelRun = operation({
  id: 'cancelRun',
  method: 'post',
  path: '/v1/workforce/runs/{id}/cancel',
  document,
  tag,
  summary: 'Cancel a run',
  description:
    'The current step finishes, then the run ends as `error` with code `cancelled`. Does not change a ' +
    'run that has ended. The request has no body.',
  access: 'runs:write',
  params,
  replies: {
    202: { description: "Cancellation requested; the run's current state", schema: runSchema },
  },
});
