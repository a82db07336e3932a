import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { roleTable, withRoleTable } from '../../../scripts/lib/role-table.ts';
import { roles, roleScopes, webUiRoles } from '../../../src/contract/roles.ts';

const page = readFileSync(new URL('../../../docs/people.md', import.meta.url), 'utf8');

/** Prettier aligns the columns of a table; only the cells count. */
const cells = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.replaceAll(/ +/g, ' ').replaceAll(/:?-+:?/g, '-'));

it('docs/people.md shows the scopes of every role as the contract has them', () => {
  expect(cells(page)).toEqual(cells(withRoleTable(page, roleTable())));
});

it('whoever decides reviews or stops everything does not also administer people', () => {
  for (const role of roles) {
    const strong = roleScopes[role].filter((scope) => ['people', 'reviews:decide', 'safety'].includes(scope));
    expect(strong.length, role).toBeLessThanOrEqual(1);
  }
  expect(webUiRoles).toEqual(['auditor', 'admin']);
});
