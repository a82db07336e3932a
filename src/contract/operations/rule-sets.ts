import { z } from 'zod';
import { backtestId, backtestSchema, startBacktestBody } from '../backtest.ts';
import { operation } from '../operation.ts';
import { ruleSetId, ruleSetSchema } from '../rule-set.ts';
import {
  activateRuleSetBody,
  checkedRuleSetSchema,
  checkRuleSetBody,
  rollBackRuleSetBody,
  ruleSetDiffQuery,
  ruleSetDiffSchema,
  ruleSetHistorySchema,
  ruleSetListSchema,
  ruleSetVersionSchema,
  ruleSetVersionInPath,
  ruleSetWithVersionsSchema,
} from '../rule-set-version.ts';

const tag = 'Rule sets';
const document = 'services';
const ofSet = z.object({ id: ruleSetId });
const params = z.object({ id: ruleSetId, version: ruleSetVersionInPath });
const limit = 1_048_576;

const version = {
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

export const proposeRuleSet = operation({
  id: 'proposeRuleSet',
  method: 'post',
  path: '/v1/rule-sets/{id}/versions/{version}/propose',
  document,
  tag,
  summary: 'Propose a draft for approval',
  description: 'The draft must have no faults. From now on its content never changes.',
  access: 'rules:write',
  params,
  idempotent: true,
  problems: ['rule-set-state'],
  replies: version,
});

export const approveRuleSet = operation({
  id: 'approveRuleSet',
  method: 'post',
  path: '/v1/rule-sets/{id}/versions/{version}/approve',
  document,
  tag,
  summary: 'Approve a proposed version',
  description:
    'Takes a person who has signed in, and who neither wrote nor proposed the version, by themselves or through a key of theirs.',
  access: 'rules:approve',
  params,
  idempotent: true,
  problems: ['rule-set-state', 'another-person-needed'],
  replies: version,
});

export const activateRuleSet = operation({
  id: 'activateRuleSet',
  method: 'post',
  path: '/v1/rule-sets/{id}/versions/{version}/activate',
  document,
  tag,
  summary: 'Put an approved version in force from a day on',
  access: 'rules:approve',
  params,
  body: { schema: activateRuleSetBody, limit: 1_024 },
  idempotent: true,
  problems: ['rule-set-state'],
  replies: version,
});

export const rollBackRuleSet = operation({
  id: 'rollBackRuleSet',
  method: 'post',
  path: '/v1/rule-sets/{id}/versions/{version}/roll-back',
  document,
  tag,
  summary: 'Take an active version out of force',
  description:
    'At once, the version that was in force before it decides again. Runs that have pinned this version end under it.',
  access: 'rules:approve',
  params,
  body: { schema: rollBackRuleSetBody, limit: 8_192 },
  idempotent: true,
  problems: ['rule-set-state'],
  replies: version,
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
  body: { schema: startBacktestBody, limit: 1_024 },
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
