import { z } from 'zod';
import { runWithReceiptSchema } from '../checkpoint.ts';
import { runId, runVertical } from '../common.ts';
import { entriesSchema } from '../ledger.ts';
import { operation } from '../operation.ts';
import { runDocumentsSchema } from '../read-document.ts';
import { runListQuery, runListSchema, reviseRunBody, runSchema, startRunBody } from '../run.ts';

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
  params: z.object({ id: runVertical }),
  body: { schema: startRunBody, optional: true },
  idempotent: true,
  problems: ['suspended', 'document-erased', 'rule-set-state'],
  replies: {
    202: {
      description: 'Accepted',
      schema: runSchema,
      headers: ['Location', 'Idempotency-Replayed'],
      links: after,
    },
  },
});

export const reviseRun = operation({
  id: 'reviseRun',
  method: 'post',
  path: '/v1/workforce/runs/{id}/revisions',
  document,
  tag,
  summary: 'Go on with a case that was sent back',
  description:
    'Starts a new run of the same case, with the documents that the person asked for and with changed members. All documents ' +
    'that were asked for have to be there. The earlier run and its rows stay as they are.',
  access: 'runs:write',
  params,
  body: { schema: reviseRunBody },
  idempotent: true,
  problems: ['suspended', 'document-erased', 'not-sent-back', 'no-model-provider', 'model-not-allowed'],
  replies: {
    202: {
      description: 'The new run',
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

export const getRunDocuments = operation({
  id: 'getRunDocuments',
  method: 'get',
  path: '/v1/workforce/runs/{id}/documents',
  document,
  tag,
  summary: "Read what was read from a run's documents, unmasked",
  description:
    'The ledger records who read it (`vault.read`). `GET /v1/workforce/runs/{id}` shows the same masked. The list is empty ' +
    'until the documents are read, and after the case was erased.',
  access: 'reviews:decide',
  params,
  replies: { 200: { description: 'The documents', schema: runDocumentsSchema } },
});
