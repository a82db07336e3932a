import { z } from 'zod';

/** The engine's payloads belong to every team, so only the operator's command line hands out `codec`. */
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

/** A key gets these unless told otherwise: everything but managing keys and reading the engine's payloads. */
export const defaultScopes: readonly Scope[] = grantableScopes.filter((scope) => scope !== 'admin');
