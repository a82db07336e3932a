import { z } from 'zod';
import type { Scope } from './scopes.ts';

/** What a person may do in their team. A person can have several roles. */
export const roles = [
  'viewer',
  'analyst',
  'reviewer',
  'committee',
  'operator',
  'auditor',
  'safety',
  'admin',
] as const;

export type Role = (typeof roles)[number];

export const roleSchema = z.enum(roles).meta({ id: 'Role' });

const looks = [
  'runs:read',
  'ledger:read',
  'operators:read',
  'reviews:read',
  'rules:read',
  'usage:read',
] as const satisfies readonly Scope[];

/**
 * The scopes of each role. Everybody with a role can look at the team's work; whoever administers people does not start work or
 * decide reviews, unless they also have a role for that. `docs/people.md` shows this table, and a test keeps the two equal.
 */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: looks,
  analyst: [
    ...looks,
    'records:read',
    'runs:write',
    'scan',
    'govern',
    'documents',
    'documents:write',
    'code:run',
    'agents',
    'analyze',
    'rules:write',
  ],
  reviewer: [...looks, 'records:read', 'reviews:decide'],
  committee: [...looks, 'records:read', 'reviews:decide', 'rules:approve'],
  operator: [...looks, 'operators:write'],
  auditor: [...looks, 'records:read'],
  safety: [...looks, 'safety'],
  admin: [...looks, 'records:read', 'records:write', 'webhooks', 'people', 'admin'],
};

/** Roles that may open Temporal's Web UI, which shows the workflows of all teams. */
export const webUiRoles: readonly Role[] = ['auditor', 'admin'];

/** Returns the scopes of several roles. */
export const scopesOf = (held: Iterable<Role>): ReadonlySet<Scope> =>
  new Set([...held].flatMap((role) => roleScopes[role]));
