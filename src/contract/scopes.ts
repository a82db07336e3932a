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
  'documents',
  'code:run',
  'agents',
  'analyze',
  'operators:read',
  'operators:write',
  'admin',
] as const;

/** A key's possible capabilities, one word each. */
export const scopes = [...grantableScopes, 'codec'] as const;

export const scopeSchema = z.enum(scopes).meta({ id: 'Scope' });

export type Scope = (typeof scopes)[number];

/** Scopes that a key gets by default: everything except managing keys and reading Temporal's payloads. */
export const defaultScopes: readonly Scope[] = grantableScopes.filter((scope) => scope !== 'admin');
