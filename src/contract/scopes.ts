import { z } from 'zod';

/**
 * Scopes that the API may grant. Only the administrator's command line grants `codec`, because Temporal's payloads belong to all
 * teams.
 */
export const grantableScopes = [
  'runs:write',
  'runs:read',
  'ledger:read',
  'scan',
  'govern',
  'documents',
  'code:run',
  'agents',
  'analyze',
  'operators:read',
  'operators:write',
  'reviews:read',
  'reviews:decide',
  'records:read',
  'records:write',
  'documents:write',
  'rules:read',
  'rules:write',
  'rules:approve',
  'webhooks',
  'usage:read',
  'safety',
  'people',
  'admin',
] as const;

/** Scopes that must be asked for by name, because they change who may do what, what is decided, or where results go. */
const askedFor: ReadonlySet<string> = new Set([
  'reviews:decide',
  'records:write',
  'rules:write',
  'rules:approve',
  'webhooks',
  'safety',
  'people',
  'admin',
]);

/** A key's possible capabilities, one word each. */
export const scopes = [...grantableScopes, 'codec'] as const;

export const scopeSchema = z.enum(scopes).meta({ id: 'Scope' });

export type Scope = (typeof scopes)[number];

/** Scopes that a key gets by default: everything except those that must be asked for by name and reading Temporal's payloads. */
export const defaultScopes: readonly Scope[] = grantableScopes.filter((scope) => !askedFor.has(scope));
