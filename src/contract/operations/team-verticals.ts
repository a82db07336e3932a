/** Verticals that a team writes. Their versions move like those of rule sets. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import { checkedRuleSetSchema, ruleSetHistorySchema } from '../rule-set-moves.ts';
import { ruleSetVersionInPath } from '../rule-set-version.ts';
import { teamVerticalId, teamVerticalSchema } from '../team-vertical.ts';
import {
  checkTeamVerticalBody,
  teamVerticalListSchema,
  teamVerticalVersionSchema,
  teamVerticalWithVersionsSchema,
} from '../team-vertical-version.ts';
import { activate, approve, propose, rollBack } from './version-moves.ts';

const tag = 'Team verticals';
const document = 'services';
const ofVertical = z.object({ id: teamVerticalId });
const params = z.object({ id: teamVerticalId, version: ruleSetVersionInPath });
const limit = 262_144;

const version = {
  200: {
    description: 'The version',
    schema: teamVerticalVersionSchema,
    headers: ['Idempotency-Replayed'],
  },
} as const;

export const listTeamVerticals = operation({
  id: 'listTeamVerticals',
  method: 'get',
  path: '/v1/verticals',
  document,
  tag,
  summary: "List your team's own verticals",
  access: 'rules:read',
  replies: { 200: { description: 'By id', schema: teamVerticalListSchema } },
});

export const checkTeamVerticalDraft = operation({
  id: 'checkTeamVerticalDraft',
  method: 'post',
  path: '/v1/verticals/check',
  document,
  tag,
  summary: 'Check a vertical without storing it',
  description:
    'Finds every fault in the order of the steps, their expressions and their references, and runs the tests in the document.',
  access: 'rules:write',
  body: { schema: checkTeamVerticalBody, limit },
  replies: { 200: { description: 'What the check finds', schema: checkedRuleSetSchema } },
});

export const getTeamVertical = operation({
  id: 'getTeamVertical',
  method: 'get',
  path: '/v1/verticals/{id}',
  document,
  tag,
  summary: 'Read a vertical and the list of its versions',
  access: 'rules:read',
  params: ofVertical,
  replies: { 200: { description: 'The vertical', schema: teamVerticalWithVersionsSchema } },
});

export const getTeamVerticalHistory = operation({
  id: 'getTeamVerticalHistory',
  method: 'get',
  path: '/v1/verticals/{id}/history',
  document,
  tag,
  summary: 'Read who did what with the versions of a vertical',
  description: 'Read from the ledger.',
  access: 'rules:read',
  params: ofVertical,
  replies: { 200: { description: 'The moves', schema: ruleSetHistorySchema } },
});

export const getTeamVerticalVersion = operation({
  id: 'getTeamVerticalVersion',
  method: 'get',
  path: '/v1/verticals/{id}/versions/{version}',
  document,
  tag,
  summary: 'Read a version with its document',
  access: 'rules:read',
  params,
  replies: { 200: { description: 'The version', schema: teamVerticalVersionSchema } },
});

export const putTeamVerticalDraft = operation({
  id: 'putTeamVerticalDraft',
  method: 'put',
  path: '/v1/verticals/{id}/versions/{version}',
  document,
  tag,
  summary: 'Write a draft',
  description:
    'Creates or replaces a draft. The document states the same id and version as the path. A new version has a number above all others.',
  access: 'rules:write',
  params,
  body: { schema: teamVerticalSchema, limit },
  problems: ['rule-set-state'],
  replies: {
    200: { description: 'The replaced draft with its faults', schema: teamVerticalVersionSchema },
    201: { description: 'The new draft with its faults', schema: teamVerticalVersionSchema },
  },
});

const moved = { document, tag, params, replies: version } as const;

export const proposeTeamVertical = operation({
  ...propose,
  ...moved,
  id: 'proposeTeamVertical',
  path: '/v1/verticals/{id}/versions/{version}/propose',
});

export const approveTeamVertical = operation({
  ...approve,
  ...moved,
  id: 'approveTeamVertical',
  path: '/v1/verticals/{id}/versions/{version}/approve',
});

export const activateTeamVertical = operation({
  ...activate,
  ...moved,
  id: 'activateTeamVertical',
  path: '/v1/verticals/{id}/versions/{version}/activate',
  summary: 'Let runs perform an approved version from a day on',
  problems: ['rule-set-state'],
});

export const rollBackTeamVertical = operation({
  ...rollBack,
  ...moved,
  id: 'rollBackTeamVertical',
  path: '/v1/verticals/{id}/versions/{version}/roll-back',
  description:
    'At once, new runs perform the version that was in force before it. Runs that have pinned this version end under it.',
});
