import type { ASTNode } from '@marcbachmann/cel-js';
import { nodesIn } from '../rule-sets/cost.ts';
import type { Cell } from '../rule-sets/expressions.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import type { CompiledStep, CompiledVertical } from './compile.ts';
import { faultOf } from './flow.ts';

/** Members of models' answers from which a value comes, such as `read.total`. */
type Origins = ReadonlySet<string>;

/** Origins of the members of each step; under `*`, those of all members of a step whose names are not told apart. */
type Known = ReadonlyMap<string, Readonly<Record<string, Origins>>>;

const NONE: Origins = new Set();

/**
 * Finds writes of what a model answered and nobody looked at: each member of an answer that a write depends on has to be read by rules
 * that apply in every case, or has to lie before a review that every case has.
 */
export const unseenAnswers = ({ steps }: CompiledVertical): readonly RuleSetFault[] => {
  const known = originsOf(steps);
  const seen = new Set(
    steps
      .filter(({ step, if: condition }) => step.do === 'rules' && condition === undefined)
      .flatMap((each) => [...readByRules(each, known)]),
  );
  const lastReview = steps.findLastIndex(({ step }) => step.do === 'review' && step.if === undefined);
  const isReviewed = (origin: string): boolean =>
    steps.findIndex(({ step }) => step.id === origin.slice(0, origin.indexOf('.'))) < lastReview;
  return steps.flatMap((each) => {
    if (each.step.do !== 'write') return [];
    const unseen = [...cellOrigins(cellsOf(each), known)].filter(
      (origin) => !seen.has(origin) && !isReviewed(origin),
    );
    return unseen.map((origin) =>
      faultOf(
        each.step,
        `${origin} is a model's answer, and neither rules nor a review of every case look at it before the decision`,
      ),
    );
  });
};

const originsOf = (steps: readonly CompiledStep[]): Known => {
  const known = new Map<string, Readonly<Record<string, Origins>>>();
  for (const each of steps) {
    const { step, cells } = each;
    const whether = cellOrigins([each.if], known);
    if (step.do === 'compute')
      known.set(
        step.id,
        Object.fromEntries(
          Object.entries(cells).map(([name, cell]) => [name, whether.union(cellOrigins([cell], known))]),
        ),
      );
    else if (step.do === 'look_up' || step.do === 'run_python')
      known.set(step.id, { '*': whether.union(cellOrigins(cellsOf(each), known)) });
    else if (step.do === 'model') {
      const read = whether.union(cellOrigins(cellsOf(each), known));
      const names = Object.keys(step.fields.properties);
      known.set(
        step.id,
        Object.fromEntries(names.map((name) => [name, read.union(new Set([`${step.id}.${name}`]))])),
      );
    }
  }
  return known;
};

/** Cells whose values a step passes on. */
const cellsOf = ({ if: condition, cells, key, to, body }: CompiledStep): readonly (Cell | undefined)[] => [
  condition,
  key,
  to,
  body,
  ...Object.values(cells),
];

const readByRules = ({ cells, tables }: CompiledStep, known: Known): Origins => {
  const conditions = tables.flatMap(({ rows }) => rows.flatMap(({ when }) => when));
  return cellOrigins([...conditions, ...Object.values(cells)], known, false);
};

/** @param whole whether a step's name without a member stands for all of its members */
const cellOrigins = (cells: readonly (Cell | undefined)[], known: Known, whole = true): Origins =>
  cells.reduce<Origins>(
    (all, cell) => (cell === undefined ? all : all.union(nodeOrigins(cell.ast, known, whole))),
    NONE,
  );

const nodeOrigins = (node: ASTNode, known: Known, whole: boolean): Origins => {
  if (node.op === '.') {
    const [base, member] = node.args;
    if (base.op === 'id') {
      const members = known.get(base.args);
      return members?.[member] ?? members?.['*'] ?? NONE;
    }
  }
  if (node.op === 'id' && whole)
    return Object.values(known.get(node.args) ?? {}).reduce<Origins>((all, each) => all.union(each), NONE);
  return nodesIn(node.args).reduce<Origins>((all, part) => all.union(nodeOrigins(part, known, whole)), NONE);
};
