import { z } from 'zod';
import { fileId, MAX_FILES_BODY } from '../given-file.ts';
import { operation } from '../operation.ts';
import {
  approvalBody,
  operatorListQuery,
  operatorListSchema,
  operatorQuestionsSchema,
  operatorRunId,
  operatorRunSchema,
  operatorStateSchema,
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
    'Opens a fresh desktop with a browser and an office suite, on which a model works by looking, ' +
    'clicking and typing. The response is immediate; poll the run until its status is `done`.',
  access: 'operators:write',
  body: { schema: startOperatorBody, limit: MAX_FILES_BODY },
  idempotent: true,
  problems: ['no-model-provider', 'model-not-allowed', 'suspended'],
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
      description: "The run's current state",
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

export const listOperatorQuestions = operation({
  id: 'listOperatorQuestions',
  method: 'get',
  path: '/v1/operators/runs/{run_id}/questions',
  document,
  tag,
  summary: 'List what an operator run asked people, and their answers',
  description:
    'For replaying a run beside its ledger rows, which have neither the question nor the answer. The ledger records who read ' +
    'answers.',
  access: 'operators:read',
  params,
  replies: { 200: { description: 'The questions', schema: operatorQuestionsSchema } },
});

export const getOperatorFile = operation({
  id: 'getOperatorFile',
  method: 'get',
  path: '/v1/operators/runs/{run_id}/files/{id}',
  document,
  tag,
  summary: 'Download a file that an operator left or downloaded',
  description: 'The file may contain identifiers, so the ledger records who read it.',
  access: 'operators:read',
  params: z.object({ run_id: operatorRunId, id: fileId }),
  replies: { 200: { description: "The file's bytes", type: 'application/octet-stream' } },
});

export const cancelOperatorRun = operation({
  id: 'cancelOperatorRun',
  method: 'post',
  path: '/v1/operators/runs/{run_id}/cancel',
  document,
  tag,
  summary: 'Cancel an operator run',
  description:
    'Starts no further action, destroys the desktop, and ends the run with `success: false`. Does not ' +
    'change a run that has ended. The request has no body.',
  access: 'operators:write',
  params,
  replies: {
    202: { description: "Cancellation requested; the run's current state", schema: operatorStateSchema },
  },
});

export const approveOperatorAction = operation({
  id: 'approveOperatorAction',
  method: 'post',
  path: '/v1/operators/runs/{run_id}/approval',
  document,
  tag,
  summary: 'Approve or refuse the action for which an operator run is waiting',
  access: 'operators:write',
  params,
  body: { schema: approvalBody },
  description:
    'The first answer counts, and the ledger names its key; repeating it changes nothing. The response ' +
    'is 404 for a question that is not pending.',
  problems: ['answered-otherwise', 'run-ended'],
  replies: {
    202: { description: "Answer delivered; the run's current state", schema: operatorStateSchema },
  },
});
