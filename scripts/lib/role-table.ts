import { roles, roleScopes } from '../../src/contract/roles.ts';
import { scopes } from '../../src/contract/scopes.ts';

/** Returns the Markdown table of which role has which scope, without the scopes that no role has. */
export const roleTable = (): string => {
  const used = scopes.filter((scope) => roles.some((role) => roleScopes[role].includes(scope)));
  const rows = [
    ['scope', ...roles.map((role) => `\`${role}\``)],
    ['---', ...roles.map(() => ':-:')],
    ...used.map((scope) => [
      `\`${scope}\``,
      ...roles.map((role) => (roleScopes[role].includes(scope) ? '✓' : '')),
    ]),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

const BEGIN = '<!-- roles: made by scripts/role-table.ts -->';
const END = '<!-- end of roles -->';

/** Returns a page with the table between its two marks. @throws if the page lacks them */
export const withRoleTable = (page: string, table: string): string => {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('the page has no marks for the table of roles');
  return `${page.slice(0, from)}${BEGIN}\n\n${table}\n\n${page.slice(to)}`;
};
