import type { Facts } from '../../src/governance/rule-sets/built-in/facts.ts';
import type { CompiledRuleSet } from '../../src/governance/rule-sets/compile.ts';
import { evaluateTables, reasonsOf, sumsOf } from '../../src/governance/rule-sets/evaluate.ts';
import { valuesFor } from '../../src/governance/rule-sets/values.ts';

/** Decides facts under a rule set: its findings, and the sums of its numbers. */
export const decidedUnder = (set: CompiledRuleSet, facts: Facts) => {
  const evaluation = evaluateTables(set, valuesFor(set.set, facts));
  return { reasons: reasonsOf(evaluation), sums: sumsOf(evaluation) };
};
