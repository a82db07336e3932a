/** Policies for agents that run elsewhere. Their versions move like those of rule sets. */
import { z } from 'zod';
import {
  agentPolicyListSchema,
  agentPolicySchema,
  agentPolicyVersionSchema,
  agentPolicyWithVersionsSchema,
  checkAgentPolicyBody,
  dryRunBody,
  dryRunSchema,
} from '../agent-policy.ts';
import { operation } from '../operation.ts';
import { checkedRuleSetSchema, ruleSetHistorySchema } from '../rule-set-moves.ts';
import { ruleSetId } from '../rule-set.ts';
import { ruleSetVersionInPath } from '../rule-set-version.ts';
import { activate, approve, propose, rollBack } from './version-moves.ts';

const common = { document: 'services', tag: 'Agents elsewhere' } as const;
const ofPolicy = z.object({ id: ruleSetId });
const params = z.object({ id: ruleSetId, version: ruleSetVersionInPath });
const limit = 524_288;

const version = {
  200: {
    description: 'The version',
    schema: agentPolicyVersionSchema,
    headers: ['Idempotency-Replayed'],
  },
} as const;

export const listAgentPolicies = operation({
  ...common,
  id: 'listAgentPolicies',
  method: 'get',
  path: '/v1/agent-policies',
  summary: "List your team's policies for agents",
  access: 'rules:read',
  replies: { 200: { description: 'By id', schema: agentPolicyListSchema } },
});

export const checkAgentPolicyDraft = operation({
  ...common,
  id: 'checkAgentPolicyDraft',
  method: 'post',
  path: '/v1/agent-policies/check',
  summary: 'Check a policy without storing it',
  description: 'Finds every fault in its rules, and runs its tests.',
  access: 'rules:write',
  body: { schema: checkAgentPolicyBody, limit },
  replies: { 200: { description: 'What the check finds', schema: checkedRuleSetSchema } },
});

export const getAgentPolicy = operation({
  ...common,
  id: 'getAgentPolicy',
  method: 'get',
  path: '/v1/agent-policies/{id}',
  summary: 'Read a policy and the list of its versions',
  access: 'rules:read',
  params: ofPolicy,
  replies: { 200: { description: 'The policy', schema: agentPolicyWithVersionsSchema } },
});

export const getAgentPolicyHistory = operation({
  ...common,
  id: 'getAgentPolicyHistory',
  method: 'get',
  path: '/v1/agent-policies/{id}/history',
  summary: 'Read who did what with the versions of a policy',
  description: 'Read from the ledger.',
  access: 'rules:read',
  params: ofPolicy,
  replies: { 200: { description: 'The moves', schema: ruleSetHistorySchema } },
});

export const getAgentPolicyVersion = operation({
  ...common,
  id: 'getAgentPolicyVersion',
  method: 'get',
  path: '/v1/agent-policies/{id}/versions/{version}',
  summary: 'Read a version with its rules',
  access: 'rules:read',
  params,
  replies: { 200: { description: 'The version', schema: agentPolicyVersionSchema } },
});

export const putAgentPolicyDraft = operation({
  ...common,
  id: 'putAgentPolicyDraft',
  method: 'put',
  path: '/v1/agent-policies/{id}/versions/{version}',
  summary: 'Write a draft',
  description:
    'Creates or replaces a draft. The document states the same id and version as the path. A new version has a number above all others.',
  access: 'rules:write',
  params,
  body: { schema: agentPolicySchema, limit },
  problems: ['rule-set-state'],
  replies: {
    200: { description: 'The replaced draft with its faults', schema: agentPolicyVersionSchema },
    201: { description: 'The new draft with its faults', schema: agentPolicyVersionSchema },
  },
});

export const dryRunAgentPolicy = operation({
  ...common,
  id: 'dryRunAgentPolicy',
  method: 'post',
  path: '/v1/agent-policies/{id}/versions/{version}/dry-run',
  summary: 'Decide past acts again under a version',
  description:
    'Reads the latest decisions from the ledger, where inputs are masked, and decides them with this version in place of the one in ' +
    'force. Changes nothing.',
  access: 'rules:read',
  params,
  body: { schema: dryRunBody, limit: 1024 },
  problems: ['rule-set-state', 'work-timeout'],
  replies: { 200: { description: 'What would change', schema: dryRunSchema } },
});

const moved = { ...common, params, replies: version } as const;

export const proposeAgentPolicy = operation({
  ...propose,
  ...moved,
  id: 'proposeAgentPolicy',
  path: '/v1/agent-policies/{id}/versions/{version}/propose',
});

export const approveAgentPolicy = operation({
  ...approve,
  ...moved,
  id: 'approveAgentPolicy',
  path: '/v1/agent-policies/{id}/versions/{version}/approve',
});

export const activateAgentPolicy = operation({
  ...activate,
  ...moved,
  id: 'activateAgentPolicy',
  path: '/v1/agent-policies/{id}/versions/{version}/activate',
  summary: 'Let an approved version decide from a day on',
  problems: ['rule-set-state'],
});

export const rollBackAgentPolicy = operation({
  ...rollBack,
  ...moved,
  id: 'rollBackAgentPolicy',
  path: '/v1/agent-policies/{id}/versions/{version}/roll-back',
  description: 'At once, the version that was in force before it decides again.',
});
