import type { RuleRow, RuleSet } from '../../../contract/rule-set.ts';

export type Rows = readonly RuleRow[];

/** A row that finds something. `detail` is a cell that returns a text. */
export const finding = (id: string, when: readonly string[], code: string, detail: string): RuleRow => ({
  id,
  when: [...when],
  // oxlint-disable-next-line unicorn/no-thenable -- see src/contract/rule-set.ts
  then: { code, detail },
});

/** A row that adds a number under a name. `value` is a cell that returns a whole number. */
export const points = (id: string, when: readonly string[], name: string, value: string): RuleRow => ({
  id,
  when: [...when],
  // oxlint-disable-next-line unicorn/no-thenable -- see src/contract/rule-set.ts
  then: { name, value },
});

type Given = Pick<RuleSet, 'id' | 'version' | 'title' | 'basis' | 'inputs' | 'tests'> & {
  readonly params?: RuleSet['params'];
  readonly tables: Readonly<Record<string, Rows>>;
};

/** Builds a rule set of tables from which all matching rows are collected. */
export const ruleSet = ({ tables, params = {}, ...given }: Given): RuleSet => ({
  ...given,
  effective_from: '2026-01-01',
  params,
  lists: {},
  tables: Object.entries(tables).map(([id, rows]) => ({ id, hit: 'collect', rows: [...rows] })),
});
