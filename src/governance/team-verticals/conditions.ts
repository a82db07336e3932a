import type { RuleSetFault } from '../rule-sets/compile.ts';
import { namesIn } from '../rule-sets/cost.ts';
import type { CompiledVertical } from './compile.ts';
import { faultOf } from './flow.ts';

/** Finds steps whose condition does not depend on the case. */
export const constantConditions = ({ steps }: CompiledVertical): readonly RuleSetFault[] =>
  steps.flatMap(({ step, if: condition }) => {
    if (condition === undefined || namesIn(condition.ast).size > 0) return [];
    return condition({}) === true
      ? [faultOf(step, 'its condition is always true; leave it out')]
      : [faultOf(step, 'is never reached, because its condition is never true')];
  });
