import { z } from 'zod';
import { agentTaskBody, agentTaskSchema, taskRef } from '../agent-task.ts';
import { fileId, MAX_FILES_BODY } from '../given-file.ts';
import { agentRunListQuery, agentRunListSchema, asyncHeader } from '../agent-run.ts';
import { streamQuery } from '../events.ts';
import { operation } from '../operation.ts';
import {
  FILE_REPLIES,
  FOLLOW_DESCRIPTION,
  FOLLOW_REPLIES,
  linksTo,
  START_PROBLEMS,
  startReplies,
} from './code-agent-runs.ts';
import { streamHeaders } from './live.ts';

const tag = 'Agent tasks';
const document = 'services';

const links = linksTo('AgentTask');

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
  problems: START_PROBLEMS,
  replies: startReplies("The task's result", agentTaskSchema, links),
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
  replies: FILE_REPLIES,
});

export const followAgentTask = operation({
  id: 'followAgentTask',
  method: 'get',
  path: '/v1/agents/tasks/{ref}/events',
  document,
  tag,
  summary: 'Follow an agent task',
  description: FOLLOW_DESCRIPTION,
  access: 'agents',
  params: z.object({ ref: taskRef }),
  query: streamQuery,
  headers: streamHeaders,
  replies: FOLLOW_REPLIES,
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
