import { z } from 'zod';
import { operation } from '../operation.ts';
import { ruleSetId } from '../rule-set.ts';
import { ruleSetBoundsSchema, setRuleSetBoundsBody } from '../rule-set-bounds.ts';
import { document, tag } from './rule-sets.ts';

const path = '/v1/rule-sets/{id}/bounds';
const params = z.object({ id: ruleSetId });

export const getRuleSetBounds = operation({
  id: 'getRuleSetBounds',
  method: 'get',
  path,
  document,
  tag,
  summary: 'Read what a version must have shown before it can be activated',
  access: 'rules:read',
  params,
  replies: { 200: { description: 'The bounds', schema: ruleSetBoundsSchema } },
});

export const setRuleSetBounds = operation({
  id: 'setRuleSetBounds',
  method: 'put',
  path,
  document,
  tag,
  summary: 'Set what a version must have shown before it can be activated',
  description:
    'Replaces the bounds. A version is then activated only if one of its backtests or shadows has met all of them. What the body leaves out is no bound.',
  access: 'rules:approve',
  params,
  body: { schema: setRuleSetBoundsBody, limit: 1024 },
  replies: { 200: { description: 'The bounds', schema: ruleSetBoundsSchema } },
});
