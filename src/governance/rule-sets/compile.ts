import type { RuleRow, RuleSet, RuleTable } from '../../contract/rule-set.ts';
import { vocabularyOf, type Vocabulary } from '../adjudication/vocabulary.ts';
import { costOf } from './cost.ts';
import { Expressions, typesOf, type Cell, type CellType } from './expressions.ts';

/** A row with its cells compiled. */
export interface CompiledRow {
  readonly row: RuleRow;
  readonly when: readonly Cell[];
  readonly detail: Cell | undefined;
  readonly value: Cell | undefined;
}

export interface CompiledTable {
  readonly table: RuleTable;
  readonly rows: readonly CompiledRow[];
}

/** A rule set that is ready to decide. */
export interface CompiledRuleSet {
  readonly set: RuleSet;
  readonly tables: readonly CompiledTable[];
  /** Conditions of the terms, by their text. */
  readonly conditions: ReadonlyMap<string, Cell>;
  readonly vocabulary: Vocabulary | undefined;
}

/** A fault in a draft: its place and its description. */
export interface RuleSetFault {
  readonly at: string;
  readonly fault: string;
}

/** Compiles all cells of a rule set. Returns all faults if there is one. */
export const compileRuleSet = (set: RuleSet): CompiledRuleSet | readonly RuleSetFault[] => {
  const expressions = new Expressions(typesOf(set));
  const faults: RuleSetFault[] = [];
  const cellOf = (at: string, text: string, type: CellType): Cell | undefined => {
    const cell = expressions.cell(text, type);
    if (typeof cell !== 'string') return cell;
    faults.push({ at, fault: `${text}: ${cell}` });
    return undefined;
  };
  const tables = set.tables.map((table) => ({
    table,
    rows: table.rows.map((row) => {
      const at = `tables.${table.id}.${row.id}`;
      return {
        row,
        when: row.when.flatMap((text) => cellOf(at, text, 'bool') ?? []),
        detail: row.then.detail === undefined ? undefined : cellOf(at, row.then.detail, 'string'),
        value: row.then.value === undefined ? undefined : cellOf(at, row.then.value, 'int'),
      };
    }),
  }));
  const conditions = new Map<string, Cell>();
  for (const { at, text } of conditionsIn(set)) {
    const cell = cellOf(at, text, 'bool');
    if (cell !== undefined) conditions.set(text, cell);
  }
  if (faults.length > 0) return faults;
  const cost = costFaultOf(set, [
    ...tables.flatMap(({ rows }) => rows.flatMap(cellsOf)),
    ...conditions.values(),
  ]);
  if (cost !== undefined) return [cost];
  const vocabulary = set.terms === undefined ? undefined : vocabularyOf(set.terms, set.lists);
  return { set, tables, conditions, vocabulary };
};

const cellsOf = ({ when, detail, value }: CompiledRow): readonly Cell[] =>
  [...when, detail, value].filter((cell) => cell !== undefined);

/**
 * Maximum number of operations to decide one case, which take about a second at most, and to run all tests of
 * a rule set.
 */
const MAX_COST = 1_000_000;
const MAX_TEST_COST = 20_000_000;

const costFaultOf = ({ tests }: RuleSet, cells: readonly Cell[]): RuleSetFault | undefined => {
  const cost = cells.reduce((sum, cell) => sum + costOf(cell.ast), 0);
  if (cost > MAX_COST)
    return {
      at: 'tables',
      fault: `one case takes up to ${cost} operations, at most ${MAX_COST} are allowed`,
    };
  const all = cost * tests.length;
  return all > MAX_TEST_COST
    ? { at: 'tests', fault: `the tests take up to ${all} operations, at most ${MAX_TEST_COST} are allowed` }
    : undefined;
};

export const isCompiled = (given: CompiledRuleSet | readonly RuleSetFault[]): given is CompiledRuleSet =>
  !Array.isArray(given);

interface Placed {
  readonly at: string;
  readonly text: string;
}

const placed = (at: string, text: string | undefined): readonly Placed[] =>
  text === undefined ? [] : [{ at: `terms.${at}`, text }];

/** Returns all conditions of a rule set's terms, with their places. */
const conditionsIn = ({ terms }: RuleSet): readonly Placed[] => {
  if (terms === undefined) return [];
  return [
    ...placed('stay', terms.stay?.unless),
    ...terms.waits.flatMap(({ id, when }) => placed(`waits.${id}`, when)),
    ...placed('proportion', terms.proportion?.unless),
    ...terms.sublimits.flatMap(({ id, when }) => placed(`sublimits.${id}`, when)),
    ...placed('deductible', terms.deductible?.when),
    ...terms.copay.flatMap(({ when }, index) => placed(`copay.${index}`, when)),
  ];
};
