import { z } from 'zod';
import { timestamp } from '../common.ts';
import { operation } from '../operation.ts';
import { operatorRunId } from '../operator.ts';

const tag = 'Operators';
const document = 'services';
const params = z.object({ run_id: operatorRunId });

const viewAddress = z
  .object({
    stream_url: z
      .string()
      .meta({ description: 'Page of the live view. The part after `#` opens it, so treat it like a key' }),
    expires_at: timestamp.meta({
      description: 'When the page can no longer be opened; an open page stays open',
    }),
  })
  .meta({ id: 'ViewAddress' });

export const viewPage = operation({
  id: 'viewPage',
  method: 'get',
  path: '/v1/operators/view',
  document,
  tag,
  summary: 'Page of the live view',
  description:
    'Shows the desktop of the run whose token follows `#` in the address; without a token it shows nothing.',
  access: 'public',
  replies: { 200: { description: 'A page', type: 'text/html' } },
});

export const watchOperatorRun = operation({
  id: 'watchOperatorRun',
  method: 'post',
  path: '/v1/operators/runs/{run_id}/view',
  document,
  tag,
  summary: 'Get a fresh address to watch an operator run',
  description: 'Takes no body.',
  access: 'operators:read',
  params,
  problems: ['run-ended'],
  replies: { 200: { description: 'Whoever has the address can watch, but not act', schema: viewAddress } },
});

export const controlOperatorRun = operation({
  id: 'controlOperatorRun',
  method: 'post',
  path: '/v1/operators/runs/{run_id}/control',
  document,
  tag,
  summary: 'Get an address to watch an operator run and take it over',
  description:
    'On the page a person can answer questions, cancel, and take control of the desktop. The agent then ' +
    'waits; it continues when control is given back, the page is closed, or the person does nothing for a ' +
    'minute. Takes no body.',
  access: 'operators:write',
  params,
  problems: ['run-ended'],
  replies: { 200: { description: 'Whoever has the address can act on the desktop', schema: viewAddress } },
});
