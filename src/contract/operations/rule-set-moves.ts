/** Moves of a version: from draft to active, and back to an earlier one. */
import { operation } from '../operation.ts';
import { activateRuleSetBody, rollBackRuleSetBody } from '../rule-set-moves.ts';
import { document, params, tag, version } from './rule-sets.ts';

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
  body: { schema: activateRuleSetBody, limit: 1024 },
  idempotent: true,
  problems: ['rule-set-state', 'bounds-not-met'],
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
  body: { schema: rollBackRuleSetBody, limit: 8192 },
  idempotent: true,
  problems: ['rule-set-state'],
  replies: version,
});
