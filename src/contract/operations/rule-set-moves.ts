/** Moves of a version: from draft to active, and back to an earlier one. */
import { operation } from '../operation.ts';
import { document, params, tag, version } from './rule-sets.ts';
import { activate, approve, propose, rollBack } from './version-moves.ts';

const common = { document, tag, params, replies: version } as const;

export const proposeRuleSet = operation({
  ...propose,
  ...common,
  id: 'proposeRuleSet',
  path: '/v1/rule-sets/{id}/versions/{version}/propose',
});

export const approveRuleSet = operation({
  ...approve,
  ...common,
  id: 'approveRuleSet',
  path: '/v1/rule-sets/{id}/versions/{version}/approve',
});

export const activateRuleSet = operation({
  ...activate,
  ...common,
  id: 'activateRuleSet',
  path: '/v1/rule-sets/{id}/versions/{version}/activate',
  summary: 'Put an approved version in force from a day on',
  problems: ['rule-set-state', 'bounds-not-met'],
});

export const rollBackRuleSet = operation({
  ...rollBack,
  ...common,
  id: 'rollBackRuleSet',
  path: '/v1/rule-sets/{id}/versions/{version}/roll-back',
  description:
    'At once, the version that was in force before it decides again. Runs that have pinned this version end under it.',
});
