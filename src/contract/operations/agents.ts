import { z } from 'zod';
import { agentTaskBody, agentTaskSchema, taskRef } from '../agent-task.ts';
import { fileId, MAX_FILES_BODY } from '../given-file.ts';
import { agentRunListQuery, agentRunListSchema, asyncHeader } from '../agent-run.ts';
import { streamQuery } from '../events.ts';
import { operation } from '../operation.ts';
import { streamHeaders, streamReply } from './live.ts';

const tag = 'Agent tasks';
const document = 'services';

const links = {
  GetAgentTask: { operationId: 'getAgentTask', parameters: { ref: '$response.body#/ledger_ref' } },
  CancelAgentTask: { operationId: 'cancelAgentTask', parameters: { ref: '$response.body#/ledger_ref' } },
  GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } },
};

export const runAgentTask = operation({
  id: 'runAgentTask',
  method: 'post',
  path: '/v1/agents/tasks',
  document,
  tag,
  summary: 'Have an agent do a task with Python',
  description:
    'A model works in one sandbox without a network, which keeps variables and files between code runs. ' +
    'The response is sent when the task is done, or immediately with `Prefer: respond-async`. If a limit ' +
    'ended the task, the response is 200 and names the limit.',
  access: 'agents',
  body: { schema: agentTaskBody, limit: MAX_FILES_BODY },
  idempotent: true,
  headers: asyncHeader,
  problems: [
    'suspended',
    'no-model-provider',
    'model-not-allowed',
    'model-failed',
    'sandboxes-busy',
    'run-interrupted',
    'dependency-away',
  ],
  replies: {
    200: { description: "The task's result", schema: agentTaskSchema, links },
    202: {
      description: 'Accepted, or waiting for a person (`waiting_for`); poll the address in `Location`',
      schema: agentTaskSchema,
      headers: ['Location', 'Idempotency-Replayed'],
      links,
    },
  },
});

export const getAgentTask = operation({
  id: 'getAgentTask',
  method: 'get',
  path: '/v1/agents/tasks/{ref}',
  document,
  tag,
  summary: 'Read an agent task',
  access: 'agents',
  params: z.object({ ref: taskRef }),
  replies: { 200: { description: "The task's current state", schema: agentTaskSchema } },
});

export const cancelAgentTask = operation({
  id: 'cancelAgentTask',
  method: 'post',
  path: '/v1/agents/tasks/{ref}/cancel',
  document,
  tag,
  summary: 'Cancel an agent task',
  description:
    'Stops running code, destroys its sandbox, and ends the task as `error` with code `cancelled`. Does ' +
    'not change a task that has ended. The request has no body.',
  access: 'agents',
  params: z.object({ ref: taskRef }),
  replies: {
    202: { description: "Cancellation requested; the task's current state", schema: agentTaskSchema },
  },
});

export const getAgentTaskFile = operation({
  id: 'getAgentTaskFile',
  method: 'get',
  path: '/v1/agents/tasks/{ref}/files/{id}',
  document,
  tag,
  summary: "Download a task's file",
  description:
    'The bytes of a file that came with the task, or that its code left. They are not masked, so the ledger records who read ' +
    'them (`vault.read`).',
  access: 'agents',
  params: z.object({ ref: taskRef, id: fileId }),
  replies: {
    200: { description: 'The bytes', type: 'application/octet-stream' },
  },
});

export const followAgentTask = operation({
  id: 'followAgentTask',
  method: 'get',
  path: '/v1/agents/tasks/{ref}/events',
  document,
  tag,
  summary: 'Follow an agent task',
  description:
    'Server-sent events, as for a live run: the text of the model as it is written, its calls and their results, retries and ' +
    'ledger rows. Starts at the first event, or after the one that `Last-Event-ID` names, and ends with the run; the answer ' +
    'with its checks is then at the address of the run.',
  access: 'agents',
  params: z.object({ ref: taskRef }),
  query: streamQuery,
  headers: streamHeaders,
  replies: {
    200: streamReply,
    204: { description: '`Last-Event-ID` names the last event, so nothing follows' },
  },
});

export const listAgentTasks = operation({
  id: 'listAgentTasks',
  method: 'get',
  path: '/v1/agents/tasks',
  document,
  tag,
  summary: 'List agent tasks, newest first',
  access: 'agents',
  query: agentRunListQuery,
  replies: { 200: { description: 'One page', schema: agentRunListSchema } },
});
