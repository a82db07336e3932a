/** Determines which values of a document's steps come from models' answers. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { MACROS } from '../rule-sets/functions.ts';
import { nodesIn } from '../rule-sets/cost.ts';
import type { Cell } from '../rule-sets/expressions.ts';
import type { CompiledStep } from './compile.ts';

/** Members of models' answers from which a value comes, such as `read.total`. */
export type Origins = ReadonlySet<string>;

/**
 * Origins of the members of each step; under `*`, those of all members of a step whose names are not
 * distinguished.
 */
export type Known = ReadonlyMap<string, Readonly<Record<string, Origins>>>;

type Cells = readonly (Cell | undefined)[];

const NONE: Origins = new Set();

/** Returns the origins of each step's result, and of the codes in `run.codes` after it. */
export const originsOf = (steps: readonly CompiledStep[]): readonly Known[] => {
  const known = new Map<string, Readonly<Record<string, Origins>>>();
  let codes = NONE;
  return steps.map((each) => {
    const { step } = each;
    // A step's result shows whether the step was performed.
    known.set(step.id, membersOf(each, known, cellOrigins([each.if], known)));
    if (GIVES_CODES.has(step.do)) codes = codes.union(cellOrigins(cellsOf(each), known));
    known.set('run', { codes });
    return new Map(known);
  });
};

/** Kinds whose codes depend on the values of their cells, and not only on whether these are known. */
const GIVES_CODES: ReadonlySet<string> = new Set([
  'look_up',
  'verify_code',
  'rules',
  'run_python',
  'commands',
  'write',
]);

const membersOf = (each: CompiledStep, known: Known, whether: Origins): Readonly<Record<string, Origins>> => {
  const { step, cells } = each;
  switch (step.do) {
    case 'check_members':
    case 'compute':
      return {
        '*': whether,
        ...Object.fromEntries(
          Object.entries(cells).map(([name, cell]) => [name, whether.union(cellOrigins([cell], known))]),
        ),
      };
    case 'model': {
      const read = whether.union(cellOrigins(cellsOf(each), known));
      const names = Object.keys(step.fields.properties);
      return {
        '*': read,
        ...Object.fromEntries(names.map((name) => [name, read.union(new Set([`${step.id}.${name}`]))])),
      };
    }
    default:
      return { '*': whether.union(cellOrigins(cellsOf(each), known)) };
  }
};

/** Cells that affect a step's result, writes or findings. */
export const cellsOf = (step: CompiledStep): Cells => [
  step.if,
  step.key,
  step.to,
  step.body,
  ...Object.values(step.cells),
  step.templates,
  step.holds,
  ...Object.values(step.fill),
  ...Object.values(step.confirm),
  ...Object.values(step.finds),
  ...step.trail.flatMap(({ each, members }) => [
    each?.list,
    ...Object.values(members).filter((cell) => typeof cell !== 'number'),
  ]),
  ...step.tables.flatMap(({ rows }) => rows.flatMap(({ when }) => when)),
];

/** Cells whose texts a step's row shows. */
export const cellsInRow = ({ words, tables, cells, texts, ...step }: CompiledStep): Cells => [
  // Commands are in the row whatever its words, and findings may quote what a rule set was given.
  step.templates,
  ...[step.fill, step.finds, step.confirm].flatMap((each) => Object.values(each)),
  ...words.flatMap(({ when, summary, detail }) => [
    when,
    summary,
    ...Object.values(detail)
      .flatMap((given) => (typeof given === 'object' && given !== null ? Object.values(given) : [given]))
      .filter((cell) => cell !== null),
  ]),
  ...tables.flatMap(({ rows }) => rows.map(({ detail }) => detail)),
  ...texts.map((name) => cells[name]),
];

/**
 * Returns the origins that rules examine: those in the conditions of rows that find something. A rule set's
 * inputs are not among them, because the version in force may not read them.
 */
export const readByRules = ({ tables }: CompiledStep, known: Known): Origins => {
  const finding = tables.flatMap(({ rows }) => rows.filter(({ row }) => row.then.code !== undefined));
  return cellOrigins(
    finding.flatMap(({ when }) => when),
    known,
    false,
  );
};

/**
 * @param whole whether a step's name without a member, the presence of a member and the codes of reasons also
 * count as values
 */
export const cellOrigins = (cells: Cells, known: Known, whole = true): Origins =>
  unionOf(cells.map((cell) => (cell === undefined ? NONE : nodeOrigins(cell.ast, known, whole))));

const nodeOrigins = (node: ASTNode, known: Known, whole: boolean): Origins => {
  if (node.op === '.') {
    const [base, member] = node.args;
    if (base.op === 'id') {
      if (base.args === 'run' && !whole) return NONE;
      const members = known.get(base.args);
      return members?.[member] ?? members?.['*'] ?? NONE;
    }
  }
  if (node.op === 'id') return whole ? unionOf(Object.values(known.get(node.args) ?? {})) : NONE;
  if (node.op === 'call' && node.args[0] === 'has' && !whole) return NONE;
  if (node.op === 'rcall' && MACROS.has(node.args[0])) {
    const [, list, [name, ...parts]] = node.args;
    // Inside a macro, its name for an element hides a step of the same name.
    const inside = new Map([...known].filter(([id]) => name?.op !== 'id' || id !== name.args));
    return unionOf([
      nodeOrigins(list, known, whole),
      ...parts.map((part) => nodeOrigins(part, inside, whole)),
    ]);
  }
  return unionOf(nodesIn(node.args).map((part) => nodeOrigins(part, known, whole)));
};

const unionOf = (all: readonly Origins[]): Origins => all.reduce((sum, each) => sum.union(each), NONE);
