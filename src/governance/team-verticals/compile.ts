import type { StepOf, TeamVertical, TeamVerticalStep } from '../../contract/team-vertical.ts';
import type { CompiledRow, CompiledTable, RuleSetFault } from '../rule-sets/compile.ts';
import { costOf } from '../rule-sets/cost.ts';
import type { Cell } from '../rule-sets/expressions.ts';
import { type StepCell, type StepCellType, StepCells } from './cells.ts';
import { baseTypes, resultTypes } from './results.ts';
import type { FieldTypes } from './shape.ts';

/** A step with its cells compiled. Cells by name are those of `values`, `given` or a record's `fields`. */
export interface CompiledStep {
  readonly n: number;
  readonly step: TeamVerticalStep;
  readonly if: Cell | undefined;
  readonly cells: Readonly<Record<string, Cell>>;
  readonly tables: readonly CompiledTable[];
  /** The key of a look-up or of a record to write. */
  readonly key: Cell | undefined;
  readonly to: Cell | undefined;
  readonly body: Cell | undefined;
}

/** A vertical that is ready to run. */
export interface CompiledVertical {
  readonly document: TeamVertical;
  readonly steps: readonly CompiledStep[];
}

export const isCompiledVertical = (
  given: CompiledVertical | readonly RuleSetFault[],
): given is CompiledVertical => !Array.isArray(given);

/** Maximum number of operations of all cells of a vertical, which take about a second at most. */
const MAX_COST = 1_000_000;

/** Compiles the cells of a vertical over what each step can read. Returns all faults if there is one. */
export const compileVertical = (document: TeamVertical): CompiledVertical | readonly RuleSetFault[] => {
  const faults: RuleSetFault[] = [];
  const all: Cell[] = [];
  let scope: Readonly<Record<string, FieldTypes>> = baseTypes(document);
  const ids = document.steps.map(({ id }) => id);
  const steps = document.steps.map((step, index): CompiledStep => {
    const cells = new StepCells(scope, new Set(ids.slice(index)));
    const take = (at: string, text: string, ...types: readonly StepCellType[]): StepCell | undefined => {
      const made = cells.cell(text, ...types);
      if (typeof made === 'string') {
        faults.push({ at: `steps.${step.id}.${at}`, fault: `${text}: ${made}` });
        return undefined;
      }
      all.push(made.cell);
      return made;
    };
    const compiled = compileStep(step, index + 1, take);
    scope = { ...scope, [step.id]: resultTypes(step, compiled.types) };
    return compiled.step;
  });
  const cost = all.reduce((sum, cell) => sum + costOf(cell.ast), 0);
  if (faults.length === 0 && cost > MAX_COST)
    faults.push({
      at: 'steps',
      fault: `one case takes up to ${cost} operations, at most ${MAX_COST} are allowed`,
    });
  return faults.length > 0 ? faults : { document, steps };
};

type Take = (at: string, text: string, ...types: readonly StepCellType[]) => StepCell | undefined;

const compileStep = (
  step: TeamVerticalStep,
  n: number,
  take: Take,
): { readonly step: CompiledStep; readonly types: FieldTypes } => {
  const named = namedCells(step).flatMap(({ at, name, text }) => {
    const made = take(`${at}.${name}`, text);
    return made === undefined ? [] : [[name, made] as const];
  });
  const one = (at: string, text: string | undefined, type: StepCellType): Cell | undefined =>
    text === undefined ? undefined : take(at, text, type)?.cell;
  const key = step.do === 'look_up' ? step.key : step.do === 'write' ? step.record?.key : undefined;
  const message = step.do === 'write' ? step.message : undefined;
  return {
    step: {
      n,
      step,
      if: one('if', step.if, 'bool'),
      cells: Object.fromEntries(named.map(([name, { cell }]) => [name, cell])),
      tables: step.do === 'rules' ? (step.tables ?? []).map((table) => compileTable(table, take)) : [],
      key: one('key', key, 'string'),
      to: one('message.to', message?.to, 'string'),
      body: one('message.body', message?.body, 'string'),
    },
    types: Object.fromEntries(named.map(([name, { type }]) => [name, type])),
  };
};

interface NamedCell {
  readonly at: string;
  readonly name: string;
  readonly text: string;
}

const under = (at: string, cells: Readonly<Record<string, string>> | undefined): readonly NamedCell[] =>
  Object.entries(cells ?? {}).map(([name, text]) => ({ at, name, text }));

const namedCells = (step: TeamVerticalStep): readonly NamedCell[] => {
  switch (step.do) {
    case 'compute':
      return under('values', step.values);
    case 'rules':
    case 'run_python':
    case 'model':
      return under('given', step.given);
    case 'write':
      return under('record.fields', step.record?.fields);
    default:
      return [];
  }
};

const compileTable = (table: NonNullable<StepOf<'rules'>['tables']>[number], take: Take): CompiledTable => ({
  table,
  rows: table.rows.map((row): CompiledRow => {
    const at = `tables.${table.id}.${row.id}`;
    const { detail, value } = row.then;
    return {
      row,
      when: row.when.flatMap((text) => take(at, text, 'bool')?.cell ?? []),
      detail: detail === undefined ? undefined : take(at, detail, 'string')?.cell,
      value: value === undefined ? undefined : take(at, value, 'int')?.cell,
    };
  }),
});
