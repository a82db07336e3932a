import { z } from 'zod';
import { timestamp } from '../common.ts';
import { operation } from '../operation.ts';
import { operatorRunId } from '../operator.ts';

const tag = 'Operators';
const document = 'services';
const params = z.object({ run_id: operatorRunId });

const viewAddress = z
  .object({
    stream_url: z.string().meta({
      description:
        "Address of the live view's page. The part after `#` opens the view, so treat it like a key",
    }),
    expires_at: timestamp.meta({
      description: 'Time after which the page can no longer be opened; an open page stays open',
    }),
  })
  .meta({ id: 'ViewAddress' });

export const viewPage = operation({
  id: 'viewPage',
  method: 'get',
  path: '/v1/operators/view',
  document,
  tag,
  summary: "Show the live view's page",
  description:
    'The page shows the desktop of the run whose token follows `#` in the address. Without a token it shows nothing.',
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
  description: 'The request has no body.',
  access: 'operators:read',
  params,
  problems: ['run-ended'],
  replies: {
    200: { description: 'An address whose holder can watch the run but not act', schema: viewAddress },
  },
});

export const controlOperatorRun = operation({
  id: 'controlOperatorRun',
  method: 'post',
  path: '/v1/operators/runs/{run_id}/control',
  document,
  tag,
  summary: 'Get an address to watch an operator run and take it over',
  description:
    'On the page, a person can answer questions, cancel the run, and take control of the desktop. While ' +
    'a person is in control, the agent waits. It continues when the person gives back control, closes ' +
    'the page, or does nothing for a minute. The request has no body.',
  access: 'operators:write',
  params,
  problems: ['run-ended'],
  replies: { 200: { description: 'An address whose holder can act on the desktop', schema: viewAddress } },
});
