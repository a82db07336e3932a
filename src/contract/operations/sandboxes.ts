import { z } from 'zod';
import { operation } from '../operation.ts';
import {
  openSandboxBody,
  runInSandboxBody,
  sandboxId,
  sandboxListQuery,
  sandboxListSchema,
  sandboxPackagesSchema,
  sandboxRunSchema,
  sandboxSchema,
} from '../sandbox.ts';

const common = { document: 'services', tag: 'Sandboxes', access: 'code:run' } as const;
const params = z.object({ id: sandboxId });

export const openSandbox = operation({
  ...common,
  id: 'openSandbox',
  method: 'post',
  path: '/v1/sandboxes',
  summary: 'Open a sandbox that keeps files and variables',
  description:
    'It has no network, and only /tmp is writable. Only your team can use it. It ends when it is deleted, idle or an hour old, and ' +
    'when your team suspends code.',
  body: { schema: openSandboxBody, limit: 524_288 },
  idempotent: true,
  problems: ['sandboxes-busy', 'suspended'],
  replies: {
    201: { description: 'The sandbox', schema: sandboxSchema, headers: ['Idempotency-Replayed'] },
  },
});

export const listSandboxes = operation({
  ...common,
  id: 'listSandboxes',
  method: 'get',
  path: '/v1/sandboxes',
  summary: "List your team's sandboxes",
  query: sandboxListQuery,
  replies: { 200: { description: 'A page of them', schema: sandboxListSchema } },
});

export const listSandboxPackages = operation({
  ...common,
  id: 'listSandboxPackages',
  method: 'get',
  path: '/v1/sandboxes/packages',
  summary: 'List the Python packages of sandboxes',
  replies: { 200: { description: 'The packages', schema: sandboxPackagesSchema } },
});

export const getSandbox = operation({
  ...common,
  id: 'getSandbox',
  method: 'get',
  path: '/v1/sandboxes/{id}',
  summary: 'Read the state of a sandbox',
  params,
  replies: { 200: { description: 'The sandbox', schema: sandboxSchema } },
});

export const runInSandbox = operation({
  ...common,
  id: 'runInSandbox',
  method: 'post',
  path: '/v1/sandboxes/{id}/run',
  summary: 'Run Python or Bash in an open sandbox',
  description:
    'Runs one program at a time, with the files and, for Python, the variables that earlier ones left. `files` are written before ' +
    'it runs; `return_files` and charts come back. An empty program only moves files.',
  params,
  body: { schema: runInSandboxBody },
  idempotent: true,
  problems: ['sandbox-ended', 'sandboxes-busy', 'run-interrupted', 'work-timeout', 'suspended'],
  replies: {
    200: {
      description: "The program's outcome",
      schema: sandboxRunSchema,
      headers: ['Idempotency-Replayed'],
    },
  },
});

export const deleteSandbox = operation({
  ...common,
  id: 'deleteSandbox',
  method: 'delete',
  path: '/v1/sandboxes/{id}',
  summary: 'End a sandbox, with everything in it',
  description: 'Stops a program that runs in it. Deleting a sandbox that has ended changes nothing.',
  params,
  replies: { 200: { description: 'The sandbox', schema: sandboxSchema } },
});
