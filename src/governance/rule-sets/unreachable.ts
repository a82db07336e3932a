import type { CompiledRuleSet, CompiledTable, RuleSetFault } from './compile.ts';
import { combinations, comparedIn, samplesOf } from './domain.ts';
import { matches } from './evaluate.ts';
import { repeated } from './repeated-names.ts';
import { typesOf, type Value } from './expressions.ts';
import { constantsOf } from './values.ts';

/**
 * Finds rows that no case can reach, and pairs of rows that match the same case in a table in which exactly
 * one must match. Every case that the cells of a table can tell apart is tried. Rows whose cells compute
 * something are left to the tests of the rule set, except that a row with all the cells of an earlier one is
 * always found.
 */
export const unreachableRows = (compiled: CompiledRuleSet): readonly RuleSetFault[] =>
  compiled.tables.flatMap((table) => {
    const shadowed = shadowedRows(table);
    return shadowed.length > 0 ? shadowed : triedRows(compiled, table);
  });

/** Finds rows with all the cells of an earlier one. */
export const shadowedRows = ({ table }: CompiledTable): readonly RuleSetFault[] => {
  if (table.hit === 'collect') return [];
  return table.rows.flatMap((row, index) => {
    const earlier = table.rows
      .slice(0, index)
      .find(({ when }) => when.every((cell) => row.when.includes(cell)));
    if (earlier === undefined) return [];
    const fault =
      table.hit === 'first'
        ? `is never reached, because ${earlier.id} matches whenever it does`
        : `matches together with ${earlier.id}, although one row must match`;
    return [{ at: `tables.${table.id}.${row.id}`, fault }];
  });
};

/** Finds rows of a table with the same name. */
export const repeatedRows = ({ table }: CompiledTable): readonly RuleSetFault[] =>
  repeated(
    `tables.${table.id}`,
    table.rows.map((row) => row.id),
  );

/** Maximum number of cases to try for one table, and of cells to evaluate for all of them. */
const MAX_CASES = 20_000;
const MAX_TRIES = 1_000_000;

const triedRows = ({ set }: CompiledRuleSet, { table, rows }: CompiledTable): readonly RuleSetFault[] => {
  const types = typesOf(set);
  const constants = constantsOf(set);
  const cells = rows.map(({ when }) => when.map((cell) => comparedIn(cell.ast, constants, types)));
  const samplesFor = (indexes: readonly number[]) => {
    const compared = new Map<string, Value[]>();
    for (const index of indexes)
      for (const { values } of cells[index]!)
        for (const [name, more] of values) compared.set(name, [...(compared.get(name) ?? []), ...more]);
    return new Map([...compared].map(([name, values]) => [name, samplesOf(types.get(name)!, values)]));
  };
  const isSimple = (index: number) => cells[index]!.every(({ simple }) => simple);
  const tried = Math.max(1, cells.flat().length) * set.tables.length;
  const most = Math.min(MAX_CASES, Math.floor(MAX_TRIES / tried));
  const place = (index: number) => `tables.${table.id}.${rows[index]!.row.id}`;
  if (table.hit === 'collect')
    return [...rows.keys()].flatMap((index) => {
      const cases = isSimple(index) ? combinations(samplesFor([index]), most) : undefined;
      if (cases === undefined) return [];
      return cases.some((each) => matches(rows[index]!, { ...constants, ...each }) === true)
        ? []
        : [{ at: place(index), fault: 'never matches' }];
    });
  const all = [...rows.keys()];
  if (!all.every(isSimple)) return [];
  const cases = combinations(samplesFor(all), most);
  if (cases === undefined) return [];
  const reached = new Set<number>();
  for (const each of cases) {
    const hits = all.filter((index) => matches(rows[index]!, { ...constants, ...each }) === true);
    if (table.hit === 'unique' && hits.length > 1)
      return [
        {
          at: `tables.${table.id}`,
          fault: `${hits.map((index) => rows[index]!.row.id).join(' and ')} both match ${shown(each)}`,
        },
      ];
    if (hits[0] !== undefined) reached.add(hits[0]);
  }
  return all
    .filter((index) => !reached.has(index))
    .map((index) => ({ at: place(index), fault: 'is never reached' }));
};

const shown = (values: Readonly<Record<string, Value>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${value === '\u0001' ? 'any other text' : String(value)}`)
    .join(', ');
