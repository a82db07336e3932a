import type { Scope } from '../../../../src/contract/scopes.ts';

/** The scopes that the API grants to keys: all but the one of the command line. */
export const SCOPES = Object.keys({
  'runs:write': true,
  'runs:read': true,
  'ledger:read': true,
  scan: true,
  documents: true,
  'code:run': true,
  agents: true,
  analyze: true,
  'operators:read': true,
  'operators:write': true,
  'reviews:read': true,
  'reviews:decide': true,
  'records:read': true,
  'records:write': true,
  'documents:write': true,
  'rules:read': true,
  'rules:write': true,
  'rules:approve': true,
  govern: true,
  webhooks: true,
  'usage:read': true,
  safety: true,
  people: true,
  admin: true,
} satisfies Record<Exclude<Scope, 'codec'>, true>) as readonly Exclude<Scope, 'codec'>[];
