import { z } from 'zod';
import { agentTaskBody, agentTaskSchema } from '../agent-task.ts';
import { asyncHeader } from '../agent-run.ts';
import { operation } from '../operation.ts';

const tag = 'Agent tasks';
const document = 'services';

export const taskRef = z
  .string()
  .regex(/^task-[0-9a-f]{1,40}$/)
  .meta({ examples: ['task-019ac5b2f0007a3bb5c0d2f1e4a69788'] });

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
  body: { schema: agentTaskBody },
  idempotent: true,
  headers: asyncHeader,
  problems: ['no-model-provider', 'model-failed', 'sandboxes-busy', 'run-interrupted', 'dependency-away'],
  replies: {
    200: { description: "The task's result", schema: agentTaskSchema, links },
    202: {
      description: 'Accepted; poll the address in `Location`',
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
