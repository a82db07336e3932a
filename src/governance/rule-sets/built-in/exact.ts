import type { RuleSet } from '../../../contract/rule-set.ts';
import { finding } from './rows.ts';

/**
 * Returns the next version of a rule set, which hands cases to a person if one of their members is a number
 * that a JSON parser may have rounded. Its finding has the code for unreadable members, and follows theirs.
 * @param code code of the row that finds unreadable members
 */
export const refusingRounded = (set: RuleSet, code: string): RuleSet => ({
  ...set,
  version: set.version + 1,
  inputs: { ...set.inputs, rounded: { type: 'list<string>', default: [] } },
  tables: set.tables.map((table) => ({
    ...table,
    rows: table.rows.flatMap((row) => (row.then.code === code ? [row, rounded(code)] : [row])),
  })),
});

const rounded = (code: string) =>
  finding(
    'rounded',
    ['size(rounded) > 0'],
    code,
    "'a number that may have been rounded, to be sent as text: ' + join(rounded, ', ')",
  );
