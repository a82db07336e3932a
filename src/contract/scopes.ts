import { z } from 'zod';

/** What a key may do, one word per capability. */
export const scopes = ['runs:write', 'runs:read', 'ledger:read', 'code:run', 'admin', 'codec'] as const;

export const scopeSchema = z.enum(scopes).meta({ id: 'Scope' });

export type Scope = (typeof scopes)[number];

/** A key gets these unless told otherwise: everything but managing keys and reading the engine's payloads. */
export const defaultScopes: readonly Scope[] = ['runs:write', 'runs:read', 'ledger:read', 'code:run'];

/** The engine's payloads belong to every team, so only the operator's command line hands out `codec`. */
export const grantableScopes = [
  'runs:write',
  'runs:read',
  'ledger:read',
  'code:run',
  'admin',
] as const satisfies readonly Scope[];
