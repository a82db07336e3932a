import { z } from 'zod';

/** Temporal's payloads belong to every team, so only the administrator's command line grants `codec`. */
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

/** What a key may do, one word per capability. */
export const scopes = [...grantableScopes, 'codec'] as const;

export const scopeSchema = z.enum(scopes).meta({ id: 'Scope' });

export type Scope = (typeof scopes)[number];

/** Scopes that a key gets unless others are named: everything except managing keys and reading Temporal's payloads. */
export const defaultScopes: readonly Scope[] = grantableScopes.filter((scope) => scope !== 'admin');
