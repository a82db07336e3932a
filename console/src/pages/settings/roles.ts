import type { Role } from '../../../../src/contract/roles.ts';

export const ROLES = Object.keys({
  viewer: true,
  analyst: true,
  reviewer: true,
  committee: true,
  operator: true,
  auditor: true,
  safety: true,
  admin: true,
} satisfies Record<Role, true>) as readonly Role[];
