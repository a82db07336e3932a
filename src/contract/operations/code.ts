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
    'The sandbox has no network, only /tmp is writable, and it is used for this run only. If the code ' +
    'fails, is stopped or runs out of time, the response is still 200; see `exit_code`, `timed_out` and ' +
    '`oom_killed`.',
  access: 'code:run',
  body: { schema: runCodeBody },
  idempotent: true,
  problems: ['not-found', 'sandboxes-busy', 'run-interrupted', 'work-timeout', 'suspended'],
  replies: {
    200: {
      description: "The code's outcome",
      schema: codeRunSchema,
      links: { GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } } },
    },
  },
});
