// Writes the table of roles and scopes into docs/people.md. A test fails while the page and src/contract/roles.ts differ.
import { readFile, writeFile } from 'node:fs/promises';
import { roleTable, withRoleTable } from './lib/role-table.ts';

const page = new URL('../docs/people.md', import.meta.url);
await writeFile(page, withRoleTable(await readFile(page, 'utf8'), roleTable()));
