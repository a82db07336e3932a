import { z } from 'zod';
import { operation } from '../operation.ts';
import {
  approvalBody,
  operatorListQuery,
  operatorListSchema,
  operatorRunId,
  operatorRunSchema,
  startedOperatorSchema,
  startOperatorBody,
} from '../operator.ts';

const tag = 'Operators';
const document = 'services';
const params = z.object({ run_id: operatorRunId });

const follow = { parameters: { run_id: '$response.body#/run_id' } };
const after = {
  GetOperatorRun: { operationId: 'getOperatorRun', ...follow },
  CancelOperatorRun: { operationId: 'cancelOperatorRun', ...follow },
};

export const startOperatorRun = operation({
  id: 'startOperatorRun',
  method: 'post',
  path: '/v1/operators/run',
  document,
  tag,
  summary: 'Have an operator finish a task on a desktop',
  description:
    'Opens a fresh desktop with a browser and an office suite, on which a model works by looking, clicking and typing. ' +
    'Answers at once; poll the run until its status is `done`.',
  access: 'operators:write',
  body: { schema: startOperatorBody },
  idempotent: true,
  problems: ['no-model-provider', 'model-not-allowed'],
  replies: {
    202: {
      description: 'Accepted',
      schema: startedOperatorSchema,
      headers: ['Location', 'Idempotency-Replayed'],
      links: after,
    },
  },
});

export const listOperatorRuns = operation({
  id: 'listOperatorRuns',
  method: 'get',
  path: '/v1/operators/runs',
  document,
  tag,
  summary: 'List operator runs, newest first',
  access: 'operators:read',
  query: operatorListQuery,
  replies: { 200: { description: 'One page', schema: operatorListSchema } },
});

export const getOperatorRun = operation({
  id: 'getOperatorRun',
  method: 'get',
  path: '/v1/operators/runs/{run_id}',
  document,
  tag,
  summary: 'Read an operator run',
  access: 'operators:read',
  params,
  replies: {
    200: {
      description: 'The current state of the run',
      schema: operatorRunSchema,
      links: { GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } } },
    },
  },
});

export const getOperatorScreenshot = operation({
  id: 'getOperatorScreenshot',
  method: 'get',
  path: '/v1/operators/runs/{run_id}/screenshots/{n}',
  document,
  tag,
  summary: 'The screen after a step',
  access: 'operators:read',
  params: z.object({ run_id: operatorRunId, n: z.string().regex(/^[1-9]\d{0,3}$/) }),
  replies: { 200: { description: 'PNG', type: 'image/png' } },
});

export const cancelOperatorRun = operation({
  id: 'cancelOperatorRun',
  method: 'post',
  path: '/v1/operators/runs/{run_id}/cancel',
  document,
  tag,
  summary: 'Cancel an operator run',
  description:
    'No further action is started, the desktop is destroyed and the run ends with `success: false`. A run ' +
    'that has ended stays as it is. Takes no body.',
  access: 'operators:write',
  params,
  replies: {
    202: { description: 'Cancellation requested; the current state of the run', schema: operatorRunSchema },
  },
});

export const approveOperatorAction = operation({
  id: 'approveOperatorAction',
  method: 'post',
  path: '/v1/operators/runs/{run_id}/approval',
  document,
  tag,
  summary: 'Allow or forbid the action that an operator run is waiting to do',
  access: 'operators:write',
  params,
  body: { schema: approvalBody },
  description:
    'The first answer counts, and the ledger names its key; repeating it changes nothing. A question that ' +
    'the run does not ask, or no longer asks, is not found.',
  problems: ['answered-otherwise', 'run-ended'],
  replies: {
    202: { description: 'Answer delivered; the current state of the run', schema: operatorRunSchema },
  },
});
