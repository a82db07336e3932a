/** Verticals that a team writes. Their versions move as those of rule sets do. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import {
  activateRuleSetBody,
  checkedRuleSetSchema,
  rollBackRuleSetBody,
  ruleSetHistorySchema,
} from '../rule-set-moves.ts';
import { ruleSetVersionInPath } from '../rule-set-version.ts';
import { teamVerticalId, teamVerticalSchema } from '../team-vertical.ts';
import {
  checkTeamVerticalBody,
  teamVerticalListSchema,
  teamVerticalVersionSchema,
  teamVerticalWithVersionsSchema,
} from '../team-vertical-version.ts';

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

export const proposeTeamVertical = operation({
  id: 'proposeTeamVertical',
  method: 'post',
  path: '/v1/verticals/{id}/versions/{version}/propose',
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

export const approveTeamVertical = operation({
  id: 'approveTeamVertical',
  method: 'post',
  path: '/v1/verticals/{id}/versions/{version}/approve',
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

export const activateTeamVertical = operation({
  id: 'activateTeamVertical',
  method: 'post',
  path: '/v1/verticals/{id}/versions/{version}/activate',
  document,
  tag,
  summary: 'Let runs perform an approved version from a day on',
  access: 'rules:approve',
  params,
  body: { schema: activateRuleSetBody, limit: 1024 },
  idempotent: true,
  problems: ['rule-set-state'],
  replies: version,
});

export const rollBackTeamVertical = operation({
  id: 'rollBackTeamVertical',
  method: 'post',
  path: '/v1/verticals/{id}/versions/{version}/roll-back',
  document,
  tag,
  summary: 'Take an active version out of force',
  description:
    'At once, new runs perform the version that was in force before it. Runs that have pinned this version end under it.',
  access: 'rules:approve',
  params,
  body: { schema: rollBackRuleSetBody, limit: 8192 },
  idempotent: true,
  problems: ['rule-set-state'],
  replies: version,
});
