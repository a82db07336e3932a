import { describe, expect, it } from 'vitest';
import {
  type Claims,
  isComplete,
  isOverage,
  nameIn,
  rolesIn,
  teamsIn,
} from '../../../src/identity/claims.ts';

const settings = (
  rolesClaim: string,
  map?: Readonly<Record<string, ('viewer' | 'reviewer' | 'admin')[]>>,
  teamClaim?: string,
) => ({ OIDC_ROLES_CLAIM: rolesClaim, OIDC_ROLE_MAP: map, OIDC_TEAM_CLAIM: teamClaim });

describe('Roles in claims', () => {
  it.each<readonly [string, Claims, ReturnType<typeof settings>, readonly string[]]>([
    [
      'the names of roles give these roles',
      { roles: ['admin', 'viewer'] },
      settings('roles'),
      ['viewer', 'admin'],
    ],
    ['one text counts like a list with one', { roles: 'auditor' }, settings('roles'), ['auditor']],
    [
      'a path leads into a claim',
      { realm_access: { roles: ['safety'] } },
      settings('realm_access.roles'),
      ['safety'],
    ],
    [
      'a claim whose name has dots is found by its name',
      { 'https://a.b/roles': ['viewer'] },
      settings('https://a.b/roles'),
      ['viewer'],
    ],
    [
      'a map gives the roles of each value once',
      { groups: ['g1', 'g2'] },
      settings('groups', { g1: ['reviewer'], g2: ['reviewer', 'admin'] }),
      ['reviewer', 'admin'],
    ],
    [
      'with a map, the name of a role alone gives nothing',
      { groups: ['admin'] },
      settings('groups', { g1: ['reviewer'] }),
      [],
    ],
    ['other values give nothing', { roles: [7, null, {}, ['admin'], 'owner', ''] }, settings('roles'), []],
    ['a missing claim gives nothing', {}, settings('roles'), []],
    [
      'members that every object has are not claims',
      { groups: ['constructor', '__proto__'] },
      settings('groups', {}),
      [],
    ],
    [
      'a path does not lead into inherited members',
      { realm_access: {} },
      settings('realm_access.constructor.name'),
      [],
    ],
  ])('%s', (_claim, claims, given, expected) => {
    expect(rolesIn(claims, given)).toEqual(expected);
  });

  it.each<readonly [string, Claims, boolean]>([
    ['a claim that Entra ID replaces with a link', { _claim_names: { groups: 'src1' } }, true],
    ['a hint that a token was too long for the groups', { hasgroups: true }, true],
    ['a claim that is there', { groups: ['g1'], _claim_names: { groups: 'src1' } }, false],
    ['a claim that is missing for another reason', { _claim_names: { address: 'src1' } }, false],
    ['nonsense', { _claim_names: null }, false],
  ])('overage is recognised in %s', (_case, claims, expected) => {
    expect(isOverage(claims, settings('groups'))).toBe(expected);
  });
});

describe('Teams and names in claims', () => {
  it('teams come from tokens only if a claim is named for them', () => {
    expect(teamsIn({ team: 'acme' }, settings('roles'))).toBeUndefined();
    expect(teamsIn({ team: 'acme' }, settings('roles', undefined, 'team'))).toEqual(['acme']);
    expect(teamsIn({}, settings('roles', undefined, 'team'))).toEqual([]);
  });

  it('claims are complete when both the roles and the team are among them', () => {
    expect(isComplete({ roles: [] }, settings('roles'))).toBe(true);
    expect(isComplete({ roles: [] }, settings('roles', undefined, 'team'))).toBe(false);
    expect(isComplete({ roles: [], team: 'acme' }, settings('roles', undefined, 'team'))).toBe(true);
  });

  it.each<readonly [Claims, string]>([
    [{ name: 'Asha Sample', preferred_username: 'asha' }, 'Asha Sample'],
    [{ given_name: 'Asha', family_name: 'Sample' }, 'Asha Sample'],
    [{ preferred_username: 'asha', sub: 's1' }, 'asha'],
    [{ sub: 's1' }, 's1'],
    [{ name: 'Asha\u202e\u0000Sample' }, 'Asha  Sample'],
    [{ name: '\u200b', sub: 's1' }, 'unnamed'],
  ])('the name in %j is %s', (claims, name) => {
    expect(nameIn(claims)).toBe(name);
  });

  it('a name that is too long for the database is cut between characters', () => {
    const long = nameIn({ name: '𝒜'.repeat(200) });
    expect(long.length).toBeLessThanOrEqual(100);
    expect(long.isWellFormed()).toBe(true);
  });
});
