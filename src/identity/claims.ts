import { type Role, roles as allRoles } from '../contract/roles.ts';
import type { IdentitySettings } from './settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

type ClaimSettings = Pick<IdentitySettings, 'OIDC_ROLES_CLAIM' | 'OIDC_ROLE_MAP' | 'OIDC_TEAM_CLAIM'>;

/** Finds a claim by its name, or else by its path: `realm_access.roles` is the member `roles` of the claim `realm_access`. */
export const claimAt = (claims: Claims, path: string): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Claims)[name];
  }
  return value;
};

/** Reads a claim with one text or several; anything else counts as none. */
const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/** Returns the roles that tokens give. Values that no role is mapped to are ignored. */
export const rolesIn = (
  claims: Claims,
  { OIDC_ROLES_CLAIM, OIDC_ROLE_MAP }: ClaimSettings,
): readonly Role[] => {
  const values = textsIn(claimAt(claims, OIDC_ROLES_CLAIM));
  const held = new Set(
    values.flatMap((value) => {
      if (OIDC_ROLE_MAP === undefined) return allRoles.filter((role) => role === value);
      return Object.hasOwn(OIDC_ROLE_MAP, value) ? OIDC_ROLE_MAP[value]! : [];
    }),
  );
  return allRoles.filter((role) => held.has(role));
};

/**
 * Returns whether the provider left out the roles claim because it has too many values (OpenID Connect Core, 5.6.2). Entra ID
 * does so for people in more than 200 groups. The link that it gives instead is not followed: it needs rights in the directory.
 */
export const isOverage = (claims: Claims, { OIDC_ROLES_CLAIM }: ClaimSettings): boolean => {
  const distributed = claims['_claim_names'];
  return (
    claimAt(claims, OIDC_ROLES_CLAIM) === undefined &&
    ((typeof distributed === 'object' &&
      distributed !== null &&
      Object.hasOwn(distributed, OIDC_ROLES_CLAIM)) ||
      claims['hasgroups'] === true)
  );
};

/** Returns the teams that tokens name; undefined if teams do not come from tokens. */
export const teamsIn = (claims: Claims, { OIDC_TEAM_CLAIM }: ClaimSettings): readonly string[] | undefined =>
  OIDC_TEAM_CLAIM === undefined ? undefined : textsIn(claimAt(claims, OIDC_TEAM_CLAIM));

/** Returns whether tokens contain all claims that decide what a person may do. */
export const isComplete = (claims: Claims, { OIDC_ROLES_CLAIM, OIDC_TEAM_CLAIM }: ClaimSettings): boolean =>
  [OIDC_ROLES_CLAIM, OIDC_TEAM_CLAIM].every(
    (path) => path === undefined || claimAt(claims, path) !== undefined,
  );

/** Control and format characters, which could make a name look like another one. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns the person's name as the provider knows it, or else the name of the account. */
export const nameIn = (claims: Claims): string => {
  const full = [claims['given_name'], claims['family_name']].flatMap(textsIn).join(' ');
  const [name] = [claims['name'], full, claims['preferred_username'], claims['sub']]
    .flatMap(textsIn)
    .map((text) => text.replaceAll(UNSEEN, ' ').trim());
  return [...(name || 'unnamed')].slice(0, 100).join('').slice(0, 100);
};
