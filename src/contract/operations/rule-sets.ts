import { z } from 'zod';
import { operation } from '../operation.ts';
import { ruleSetId, ruleSetSchema } from '../rule-set.ts';
import {
  ruleSetListSchema,
  ruleSetVersionSchema,
  ruleSetVersionInPath,
  ruleSetWithVersionsSchema,
} from '../rule-set-version.ts';
import {
  checkedRuleSetSchema,
  checkRuleSetBody,
  ruleSetDiffQuery,
  ruleSetDiffSchema,
  ruleSetHistorySchema,
} from '../rule-set-moves.ts';

export const tag = 'Rule sets';
export const document = 'services';
const ofSet = z.object({ id: ruleSetId });
export const params = z.object({ id: ruleSetId, version: ruleSetVersionInPath });
const limit = 1_048_576;

export const version = {
  200: { description: 'The version', schema: ruleSetVersionSchema, headers: ['Idempotency-Replayed'] },
} as const;

export const listRuleSets = operation({
  id: 'listRuleSets',
  method: 'get',
  path: '/v1/rule-sets',
  document,
  tag,
  summary: 'List the rule sets: those that come with the service, and your own',
  access: 'rules:read',
  replies: { 200: { description: 'By id', schema: ruleSetListSchema } },
});

export const checkRuleSetDraft = operation({
  id: 'checkRuleSetDraft',
  method: 'post',
  path: '/v1/rule-sets/check',
  document,
  tag,
  summary: 'Check a rule set without storing it',
  description: 'Finds every fault in form, names, types, cost and rows, and runs the tests in the document.',
  access: 'rules:write',
  body: { schema: checkRuleSetBody, limit },
  replies: { 200: { description: 'What the check finds', schema: checkedRuleSetSchema } },
});

export const getRuleSet = operation({
  id: 'getRuleSet',
  method: 'get',
  path: '/v1/rule-sets/{id}',
  document,
  tag,
  summary: 'Read a rule set and the list of its versions',
  access: 'rules:read',
  params: ofSet,
  replies: { 200: { description: 'The rule set', schema: ruleSetWithVersionsSchema } },
});

export const getRuleSetVersion = operation({
  id: 'getRuleSetVersion',
  method: 'get',
  path: '/v1/rule-sets/{id}/versions/{version}',
  document,
  tag,
  summary: 'Read a version with its document',
  access: 'rules:read',
  params,
  replies: { 200: { description: 'The version', schema: ruleSetVersionSchema } },
});

export const putRuleSetDraft = operation({
  id: 'putRuleSetDraft',
  method: 'put',
  path: '/v1/rule-sets/{id}/versions/{version}',
  document,
  tag,
  summary: 'Write a draft',
  description:
    'Creates or replaces a draft. The document states the same id and version as the path. A new version has a number above all others.',
  access: 'rules:write',
  params,
  body: { schema: ruleSetSchema, limit },
  problems: ['rule-set-state'],
  replies: {
    200: { description: 'The replaced draft with its faults', schema: ruleSetVersionSchema },
    201: { description: 'The new draft with its faults', schema: ruleSetVersionSchema },
  },
});

export const diffRuleSetVersions = operation({
  id: 'diffRuleSetVersions',
  method: 'get',
  path: '/v1/rule-sets/{id}/diff',
  document,
  tag,
  summary: 'Compare two versions part by part',
  access: 'rules:read',
  params: ofSet,
  query: ruleSetDiffQuery,
  replies: { 200: { description: 'What differs', schema: ruleSetDiffSchema } },
});

export const getRuleSetHistory = operation({
  id: 'getRuleSetHistory',
  method: 'get',
  path: '/v1/rule-sets/{id}/history',
  document,
  tag,
  summary: 'Read who did what with the versions of a rule set',
  description: 'Read from the ledger.',
  access: 'rules:read',
  params: ofSet,
  replies: { 200: { description: 'The moves', schema: ruleSetHistorySchema } },
});
