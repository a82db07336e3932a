import type { Reason } from '../rules/reason.ts';
import type { CompiledRow, CompiledRuleSet, CompiledTable } from './compile.ts';
import { isUnknown, type Value, type Values } from './expressions.ts';

/** A row's result for a case. `unknown`: a cell reads something that the case does not state. */
export interface Hit {
  readonly table: string;
  readonly row: string;
  readonly code?: string;
  readonly exclusion?: string;
  readonly detail?: string;
  readonly name?: string;
  readonly value?: bigint;
  readonly clause?: string;
  readonly excludes: boolean;
}

export interface Evaluation {
  readonly hits: readonly Hit[];
  /**
   * Rows that could not be decided, and tables in which two rows matched although only one may. Each refers
   * the case.
   */
  readonly undecided: readonly Reason[];
}

/** Evaluates all tables of a rule set, or of a step, for one case. */
export const evaluateTables = ({ tables }: Pick<CompiledRuleSet, 'tables'>, values: Values): Evaluation => {
  const all = tables.map((table) => evaluateTable(table, values));
  return { hits: all.flatMap(({ hits }) => hits), undecided: all.flatMap(({ undecided }) => undecided) };
};

const evaluateTable = ({ table, rows }: CompiledTable, values: Values): Evaluation => {
  const hits: Hit[] = [];
  const undecided: Reason[] = [];
  for (const row of rows) {
    const matched = matches(row, values);
    if (typeof matched === 'string') {
      undecided.push({
        code: 'RULE-UNKNOWN',
        detail: `${table.id}.${row.row.id} cannot be decided: ${matched}`,
      });
      // Later rows would decide a case that this row may decide.
      if (table.hit === 'first') break;
      continue;
    }
    if (!matched) continue;
    const hit = hitOf(table.id, row, values);
    if (typeof hit === 'string')
      undecided.push({ code: 'RULE-UNKNOWN', detail: `${table.id}.${row.row.id} cannot be decided: ${hit}` });
    else hits.push(hit);
    if (table.hit === 'first') break;
  }
  if (table.hit !== 'unique' || hits.length < 2) return { hits, undecided };
  const names = hits.map(({ row }) => row).join(' and ');
  return {
    hits: [],
    undecided: [
      ...undecided,
      { code: 'RULE-TWICE', detail: `${names} of ${table.id} both match, although one must` },
    ],
  };
};

/** Returns whether all cells of a row are true, or why that is unknown. One false cell is enough for a no. */
export const matches = ({ when }: CompiledRow, values: Values): boolean | string => {
  let unknown: string | undefined;
  for (const cell of when) {
    const answer = cell(values);
    if (isUnknown(answer)) unknown ??= answer.unknown;
    else if (answer !== true) return false;
  }
  return unknown ?? true;
};

const hitOf = (table: string, { row, detail, value }: CompiledRow, values: Values): Hit | string => {
  const text = detail?.(values);
  const number: Value | { readonly unknown: string } | undefined = value?.(values);
  if (text !== undefined && isUnknown(text)) return text.unknown;
  if (number !== undefined && isUnknown(number)) return number.unknown;
  return {
    table,
    row: row.id,
    excludes: row.then.effect === 'exclude',
    ...(row.clause !== undefined && { clause: row.clause }),
    ...(row.then.code !== undefined && { code: row.then.code, detail: text as string }),
    ...(row.then.exclusion !== undefined && { exclusion: row.then.exclusion }),
    ...(row.then.name !== undefined && { name: row.then.name, value: number as bigint }),
  };
};

/** Returns the findings in the order of the tables, at most one per code, with the details of its rows joined. */
export const reasonsOf = ({ hits, undecided }: Evaluation): readonly Reason[] => {
  const details = new Map<string, string[]>();
  for (const { code, detail } of hits) {
    if (code === undefined) continue;
    const known = details.get(code);
    if (known === undefined) details.set(code, [detail ?? '']);
    else known.push(detail ?? '');
  }
  return [...[...details].map(([code, parts]) => ({ code, detail: parts.join('; ') })), ...undecided];
};

/** Returns the sum of the rows' values under each name. */
export const sumsOf = ({ hits }: Evaluation): Readonly<Record<string, bigint>> => {
  const sums: Record<string, bigint> = {};
  for (const { name, value } of hits) if (name !== undefined) sums[name] = (sums[name] ?? 0n) + (value ?? 0n);
  return sums;
};
