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
    'The sandbox has no network, only /tmp is writable, and it serves this run alone. Code that fails, is cut off or ' +
    'runs out of time is still an answer of 200: `exit_code`, `timed_out` and `oom_killed` say so.',
  access: 'code:run',
  body: { schema: runCodeBody },
  idempotent: true,
  problems: ['not-found', 'sandboxes-busy', 'run-interrupted', 'work-timeout'],
  replies: {
    200: {
      description: 'What became of the code',
      schema: codeRunSchema,
      links: { GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } } },
    },
  },
});
