/** Decisions and evidence about agents that run elsewhere. */
import { decideActBody, decidedActSchema, recordActBody, recordedActSchema } from '../agent-act.ts';
import { operation } from '../operation.ts';

const common = {
  method: 'post',
  document: 'services',
  tag: 'Agents elsewhere',
  access: 'govern',
  idempotent: true,
} as const;

const limit = 131_072;

export const decideAct = operation({
  ...common,
  id: 'decideAct',
  path: '/v1/govern/decide',
  summary: 'Ask whether an agent may act',
  description:
    "Decides by your team's policies that are in force, and writes a ledger row. Without a policy, every act is denied.",
  body: { schema: decideActBody, limit },
  problems: ['suspended'],
  replies: {
    200: { description: 'The decision', schema: decidedActSchema, headers: ['Idempotency-Replayed'] },
  },
});

export const recordAct = operation({
  ...common,
  id: 'recordAct',
  path: '/v1/govern/record',
  summary: 'Report what an agent did',
  description:
    'Writes a ledger row that is marked as reported, because the service did not see the act. It works while work is suspended.',
  body: { schema: recordActBody, limit },
  replies: {
    200: { description: 'The row', schema: recordedActSchema, headers: ['Idempotency-Replayed'] },
  },
});
