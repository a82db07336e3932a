import { codeRunSchema, runCodeBody } from '../code-run.ts';
import { operation } from '../operation.ts';

export const runCode = operation({
  id: 'runCode',
  method: 'post',
  path: '/v1/run',
  document: 'services',
  tag: 'Code execution',
  summary: 'Run Python or Bash in a fresh sandbox',
  description:
    'The sandbox has no network, only /tmp is writable, and it serves this run alone. Code that fails, is ' +
    'stopped or runs out of time is still answered with 200; see `exit_code`, `timed_out` and `oom_killed`.',
  access: 'code:run',
  body: { schema: runCodeBody },
  idempotent: true,
  problems: ['not-found', 'sandboxes-busy', 'run-interrupted', 'work-timeout'],
  replies: {
    200: {
      description: 'The outcome of the code',
      schema: codeRunSchema,
      links: { GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } } },
    },
  },
});
