import { z } from 'zod';
import { startBacktestBody, backtestSchema, backtestId } from '../backtest.ts';
import { operation } from '../operation.ts';
import { ruleSetId } from '../rule-set.ts';
import { document, params, tag } from './rule-sets.ts';

export const startBacktest = operation({
  id: 'startBacktest',
  method: 'post',
  path: '/v1/rule-sets/{id}/versions/{version}/backtests',
  document,
  tag,
  summary: 'Try a version on finished runs',
  description:
    "Decides your team's finished runs again, in the background, under this version and another one. Reads what the runs have stored and changes nothing. A team has at most two backtests running.",
  access: 'rules:write',
  params,
  body: { schema: startBacktestBody, limit: 4096 },
  idempotent: true,
  problems: ['rule-set-state'],
  replies: {
    202: {
      description: 'The backtest',
      schema: backtestSchema,
      headers: ['Location', 'Idempotency-Replayed'],
    },
  },
});

export const getBacktest = operation({
  id: 'getBacktest',
  method: 'get',
  path: '/v1/rule-sets/{id}/backtests/{backtest_id}',
  document,
  tag,
  summary: 'Read a backtest with its progress and result',
  access: 'rules:read',
  params: z.object({ id: ruleSetId, backtest_id: backtestId }),
  replies: { 200: { description: 'The backtest', schema: backtestSchema } },
});
