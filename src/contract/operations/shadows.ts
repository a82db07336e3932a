/** A version that decides finished runs beside the one in force, without an effect. */
import { operation } from '../operation.ts';
import { shadowSchema, startShadowBody } from '../shadow.ts';
import { document, params, tag } from './rule-sets.ts';

const path = '/v1/rule-sets/{id}/versions/{version}/shadow';
const headers = ['Idempotency-Replayed'] as const;

export const startShadow = operation({
  id: 'startShadow',
  method: 'post',
  path,
  document,
  tag,
  summary: 'Run a proposed version in shadow',
  description:
    "Each of your team's runs that finishes from now on is also decided by this version, with a ledger row of its own and no effect on the run. Takes a version that is proposed or approved. A rule set has one shadow at a time.",
  access: 'rules:write',
  params,
  body: { schema: startShadowBody, limit: 1024 },
  idempotent: true,
  problems: ['rule-set-state'],
  replies: { 201: { description: 'The shadow', schema: shadowSchema, headers: [...headers] } },
});

export const getShadow = operation({
  id: 'getShadow',
  method: 'get',
  path,
  document,
  tag,
  summary: 'Compare a version in shadow with what decided the runs',
  description: 'Reads the newest shadow of the version, running or ended.',
  access: 'rules:read',
  params,
  replies: { 200: { description: 'The shadow', schema: shadowSchema } },
});

export const stopShadow = operation({
  id: 'stopShadow',
  method: 'post',
  path: `${path}/stop`,
  document,
  tag,
  summary: 'Stop the shadow of a version',
  access: 'rules:write',
  params,
  idempotent: true,
  problems: ['rule-set-state'],
  replies: { 200: { description: 'The shadow as it ended', schema: shadowSchema, headers: [...headers] } },
});
