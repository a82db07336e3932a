import { checkRuleSet } from '../check.ts';
import { isCompiled, type CompiledRuleSet, type RuleSetFault } from '../compile.ts';
import { verticalFaults } from './faults.ts';

/**
 * Checks a version that a team wants to put in force: like any draft, and whether it can replace a built-in
 * one.
 * @returns the compiled rule set, or every fault with its place
 */
export const checkVersion = (given: unknown): CompiledRuleSet | readonly RuleSetFault[] => {
  const checked = checkRuleSet(given);
  if (!isCompiled(checked)) return checked;
  const faults = verticalFaults(checked.set);
  return faults.length > 0 ? faults : checked;
};
