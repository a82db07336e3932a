import type { RuleSetFault } from '../rule-sets/compile.ts';
import { namesIn } from '../rule-sets/cost.ts';
import type { Cell } from '../rule-sets/expressions.ts';
import type { CompiledStep, CompiledVertical } from './compile.ts';
import { faultOf } from './flow.ts';

/** Returns the cells of a step that decide or compute something. */
const cellsOf = ({ if: condition, cells, tables, key, to, body }: CompiledStep): readonly Cell[] =>
  [
    condition,
    key,
    to,
    body,
    ...Object.values(cells),
    ...tables.flatMap(({ rows }) => rows.flatMap(({ when, detail, value }) => [...when, detail, value])),
  ].filter((cell) => cell !== undefined);

const readsOf = (cells: readonly Cell[]): ReadonlySet<string> =>
  new Set(cells.flatMap(({ ast }) => [...namesIn(ast)]));

/**
 * Finds steps that write what a model said although neither rules nor a person looked at it. What is computed from a model's answer
 * counts as said by the model. A step that is performed only under a condition guards nothing.
 */
export const unguardedWrites = ({ steps }: CompiledVertical): readonly RuleSetFault[] => {
  const saidByModel = new Set<string>();
  const guarded = new Set<string>();
  const faults: RuleSetFault[] = [];
  for (const compiled of steps) {
    const { step } = compiled;
    const reads = readsOf(cellsOf(compiled));
    const said = [...reads].filter((name) => saidByModel.has(name));
    if (step.do === 'model') saidByModel.add(step.id);
    else if (step.do === 'rules') {
      if (step.if === undefined) for (const name of said) guarded.add(name);
    } else if (step.do === 'review') {
      if (step.if === undefined) for (const name of saidByModel) guarded.add(name);
    } else if (step.do === 'write') {
      const free = said.filter((name) => !guarded.has(name));
      if (free.length > 0)
        faults.push(
          faultOf(
            step,
            `writes what the model said (${free.join(', ')}), and neither rules nor a review look at it before`,
          ),
        );
    } else if (said.length > 0) saidByModel.add(step.id);
  }
  return faults;
};

/** Finds steps whose condition does not depend on the case. */
export const constantConditions = ({ steps }: CompiledVertical): readonly RuleSetFault[] =>
  steps.flatMap(({ step, if: condition }) => {
    if (condition === undefined || namesIn(condition.ast).size > 0) return [];
    return condition({}) === true
      ? [faultOf(step, 'its condition is always true; leave it out')]
      : [faultOf(step, 'is never reached, because its condition is never true')];
  });
