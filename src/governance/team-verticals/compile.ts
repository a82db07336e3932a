import type { StepOf, TeamVertical, TeamVerticalStep } from '../../contract/team-vertical.ts';
import type { CompiledRow, CompiledTable, RuleSetFault } from '../rule-sets/compile.ts';
import { costOf } from '../rule-sets/cost.ts';
import type { Cell } from '../rule-sets/expressions.ts';
import { type StepCell, type StepCellType, StepCells } from './cells.ts';
import { findsOf } from './finds-of.ts';
import { baseTypes, resultTypes } from './results.ts';
import { type CompiledWords, compileWords } from './row.ts';
import type { FieldTypes } from './shape.ts';

/** An entry of a ticket's trail, or one for each text of a list. */
export interface CompiledTrail {
  readonly each?: { readonly list: Cell; readonly name: string };
  readonly members: Readonly<Record<string, Cell | number>>;
}

/** A step with its cells compiled. Cells by name are those of `values`, `given` or a record's `fields`. */
export interface CompiledStep {
  readonly n: number;
  readonly step: TeamVerticalStep;
  readonly if: Cell | undefined;
  readonly cells: Readonly<Record<string, Cell>>;
  /** Names of the cells whose texts the step's row shows. */
  readonly texts: readonly string[];
  readonly tables: readonly CompiledTable[];
  /** The key of a look-up or of a record to write. */
  readonly key: Cell | undefined;
  /** The commands that a step lists, and the texts that fill them. */
  readonly templates: Cell | undefined;
  readonly fill: Readonly<Record<string, Cell>>;
  /** The inputs of rules that confirm a write, and what has to be true besides. */
  readonly confirm: Readonly<Record<string, Cell>>;
  readonly holds: Cell | undefined;
  /** The inputs of rules about what the step leaves. */
  readonly finds: Readonly<Record<string, Cell>>;
  readonly to: Cell | undefined;
  readonly body: Cell | undefined;
  /** The document's wording of the step's row. */
  readonly words: readonly CompiledWords[];
  readonly trail: readonly CompiledTrail[];
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

/**
 * Compiles the cells of a vertical against the values that each step can read. Returns all faults if there
 * are any.
 */
export const compileVertical = (document: TeamVertical): CompiledVertical | readonly RuleSetFault[] => {
  const faults: RuleSetFault[] = [];
  const all: Cell[] = [];
  let scope: Readonly<Record<string, FieldTypes>> = baseTypes(document);
  const ids = document.steps.map(({ id }) => id);
  const taking =
    ({ id }: TeamVerticalStep, cells: StepCells): Take =>
    (at, text, ...types) => {
      const made = cells.cell(text, ...types);
      if (typeof made === 'string') {
        faults.push({ at: `steps.${id}.${at}`, fault: `${text}: ${made}` });
        return undefined;
      }
      all.push(made.cell);
      return made;
    };
  const steps = document.steps.map((step, index): CompiledStep => {
    const cells = new StepCells(scope, new Set(ids.slice(index)));
    const compiled = compileStep(step, index + 1, taking(step, cells));
    scope = { ...scope, [step.id]: resultTypes(step, compiled.types) };
    const after = new StepCells(scope, new Set(ids.slice(index + 1)));
    return {
      ...compiled.step,
      ...compileFinds(step, compiled.step.holds, taking(step, after)),
      words: compileWords(step, taking(step, after)),
    };
  });
  const cost = all.reduce((sum, cell) => sum + costOf(cell.ast), 0);
  if (faults.length === 0 && cost > MAX_COST)
    faults.push({
      at: 'steps',
      fault: `one case takes up to ${cost} operations, at most ${MAX_COST} are allowed`,
    });
  return faults.length > 0 ? faults : { document, steps };
};

export type Take = (at: string, text: string, ...types: readonly StepCellType[]) => StepCell | undefined;

const compileStep = (
  step: TeamVerticalStep,
  n: number,
  take: Take,
): { readonly step: Omit<CompiledStep, 'words' | 'finds'>; readonly types: FieldTypes } => {
  const taken = (cells: readonly NamedCell[], ...wanted: readonly StepCellType[]) =>
    cells.flatMap(({ at, name, text }) => {
      const made = take(`${at}.${name}`, text, ...wanted);
      return made === undefined ? [] : [[name, made] as const];
    });
  const cellsUnder = (
    at: string,
    cells: Readonly<Record<string, string>> | undefined,
    ...wanted: readonly StepCellType[]
  ) => Object.fromEntries(taken(under(at, cells), ...wanted).map(([name, { cell }]) => [name, cell]));
  const named = taken(namedCells(step));
  const one = (at: string, text: string | undefined, type: StepCellType): Cell | undefined =>
    text === undefined ? undefined : take(at, text, type)?.cell;
  const key = keyText(step);
  const message = step.do === 'write' ? (step.message ?? step.access?.alert) : undefined;
  const confirm = step.do === 'write' ? step.confirm : undefined;
  const trail = step.do === 'write' ? (step.ticket?.trail ?? []) : [];
  return {
    step: {
      n,
      step,
      if: one('if', step.if, 'bool'),
      cells: Object.fromEntries(named.map(([name, { cell }]) => [name, cell])),
      texts: SHOW_TEXTS.has(step.do)
        ? named.filter(([, { type }]) => TEXTS.has(type)).map(([name]) => name)
        : [],
      tables: step.do === 'rules' ? (step.tables ?? []).map((table) => compileTable(table, take)) : [],
      key: one('key', key, 'string'),
      to: one('message.to', message?.to, 'string'),
      body: one('message.body', message?.body ?? addressText(step), 'string'),
      templates: one('templates', step.do === 'commands' ? step.templates : undefined, 'list<string>'),
      fill: cellsUnder('fill', step.do === 'commands' ? step.fill : undefined, 'string'),
      confirm: cellsUnder('confirm.given', confirm?.given),
      holds: one('confirm.holds', confirm?.holds, 'bool'),
      trail: trail.flatMap((each, index) => compileTrail(each, `ticket.trail.${index}`, take)),
    },
    types: Object.fromEntries(named.map(([name, { type }]) => [name, type])),
  };
};

const compileFinds = (
  step: TeamVerticalStep,
  holds: Cell | undefined,
  take: Take,
): Pick<CompiledStep, 'finds' | 'holds'> => {
  const rules = findsOf(step);
  return {
    finds: Object.fromEntries(
      Object.entries(rules?.given ?? {}).flatMap(([name, text]) => {
        const made = take(`finds.given.${name}`, text);
        return made === undefined ? [] : [[name, made.cell]];
      }),
    ),
    holds: rules?.holds === undefined ? holds : take('finds.holds', rules.holds, 'bool')?.cell,
  };
};

type TrailEntry = NonNullable<StepOf<'write'>['ticket']>['trail'][number];

const compileTrail = (entry: TrailEntry, at: string, take: Take): readonly CompiledTrail[] => {
  const isList = typeof entry['with'] === 'object';
  const given = (isList ? entry['with'] : entry) as Readonly<Record<string, string | number>>;
  const members = Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => {
      const cell = typeof text === 'number' ? text : take(`${at}.${name}`, text)?.cell;
      return cell === undefined ? [] : [[name, cell]];
    }),
  );
  if (!isList) return [{ members }];
  const list = take(`${at}.each`, entry['each'] as string, 'list<string>')?.cell;
  return list === undefined ? [] : [{ each: { list, name: entry['name'] as string }, members }];
};

/** Kinds whose rows show texts of their cells: `rules` in the details of a rule set's findings. */
const SHOW_TEXTS: ReadonlySet<string> = new Set(['compute', 'rules']);

/** Types of values that contain texts. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'list<string>']);

const addressText = (step: TeamVerticalStep): string | undefined =>
  step.do === 'write' ? step.address?.text : undefined;

/** The text of the key that a step looks up or writes under. */
const keyText = (step: TeamVerticalStep): string | undefined => {
  if (step.do === 'look_up') return step.key;
  return step.do === 'write' ? (step.record?.key ?? step.access?.account ?? step.ticket?.id) : undefined;
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
    case 'check_members':
    case 'compute':
    case 'commands':
      return under('values', step.values);
    case 'look_up':
      return [
        ...under('compare', defined(step.compare)),
        ...under('resets', step.resets && { case: step.resets.case }),
      ];
    case 'verify_code':
      return under('verify_code', { phone: step.phone, code: step.code, case: step.case });
    case 'rules':
    case 'run_python':
    case 'model':
      return under('given', step.given);
    case 'write':
      return [
        ...under('record.fields', step.record?.fields),
        ...under('access', step.access && { case: step.access.case }),
        ...under('ticket', step.ticket && defined(partsOf(step.ticket))),
        ...under('message', step.message && defined({ shown: step.message.shown })),
        ...under('address', step.address && { phone: step.address.phone }),
      ];
    default:
      return [];
  }
};

const partsOf = ({ category, severity, subject }: NonNullable<StepOf<'write'>['ticket']>) => ({
  category,
  severity,
  subject,
});

const defined = (
  given: Readonly<Record<string, string | undefined>> | undefined,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );

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
