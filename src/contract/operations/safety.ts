import { operation } from '../operation.ts';
import { switchBody, switchListQuery, switchListSchema, switchSchema } from '../switch.ts';

const tag = 'Safety';
const document = 'services';
const access = 'safety';

export const setSwitch = operation({
  id: 'setSwitch',
  method: 'post',
  path: '/v1/govern/switches',
  document,
  tag,
  summary: 'Suspend or resume work of your team',
  description:
    'A suspension stops work under way before its next effect and refuses new starts with `suspended`. It takes ' +
    'effect when this call returns, even while Temporal is unavailable. Resumed runs go on where they stopped. ' +
    'Where two people are required, whoever suspended a scope gets `second-person-needed` when they resume it or let it end ' +
    'earlier, and a review asks somebody else.',
  access,
  body: { schema: switchBody, limit: 16_384 },
  idempotent: true,
  problems: ['not-suspended', 'second-person-needed'],
  replies: {
    201: {
      description: 'The switch is set',
      schema: switchSchema,
      headers: ['Idempotency-Replayed'],
      links: { GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } } },
    },
  },
});

export const listSwitches = operation({
  id: 'listSwitches',
  method: 'get',
  path: '/v1/govern/switches',
  document,
  tag,
  summary: 'List what is suspended, and every act on a switch',
  access,
  query: switchListQuery,
  replies: { 200: { description: 'What is suspended now, and one page of acts', schema: switchListSchema } },
});
