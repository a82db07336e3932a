/** The parts that moves of rule sets and of verticals share. */
import { activateRuleSetBody, rollBackRuleSetBody } from '../rule-set-moves.ts';

export const propose = {
  method: 'post',
  summary: 'Propose a draft for approval',
  description: 'The draft must have no faults. From now on its content never changes.',
  access: 'rules:write',
  idempotent: true,
  problems: ['rule-set-state'],
} as const;

export const approve = {
  method: 'post',
  summary: 'Approve a proposed version',
  description:
    'Takes a person who has signed in, and who neither wrote nor proposed the version, by themselves or through a key of theirs.',
  access: 'rules:approve',
  idempotent: true,
  problems: ['rule-set-state', 'another-person-needed'],
} as const;

export const activate = {
  method: 'post',
  access: 'rules:approve',
  body: { schema: activateRuleSetBody, limit: 1024 },
  idempotent: true,
} as const;

export const rollBack = {
  method: 'post',
  summary: 'Take an active version out of force',
  access: 'rules:approve',
  body: { schema: rollBackRuleSetBody, limit: 8192 },
  idempotent: true,
  problems: ['rule-set-state'],
} as const;
