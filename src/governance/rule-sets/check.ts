import type { z } from 'zod';
import { ruleSetSchema } from '../../contract/rule-set.ts';
import { compileRuleSet, isCompiled, type CompiledRuleSet, type RuleSetFault } from './compile.ts';
import { nameFaults } from './names.ts';
import { ownTestFaults } from './own-tests.ts';
import { unreachableRows } from './unreachable.ts';

/**
 * Checks a draft: its form, its names, the types and the cost of its cells, rows that no case reaches, and its own tests.
 * @returns the compiled rule set, or every fault with its place
 */
export const checkRuleSet = (given: unknown): CompiledRuleSet | readonly RuleSetFault[] => {
  const parsed = ruleSetSchema.safeParse(given);
  if (!parsed.success)
    return parsed.error.issues.map((issue) => ({ at: issue.path.join('.'), fault: messageOf(issue) }));
  const names = nameFaults(parsed.data);
  if (names.length > 0) return names;
  const compiled = compileRuleSet(parsed.data);
  if (!isCompiled(compiled)) return compiled;
  const faults = [...unreachableRows(compiled), ...ownTestFaults(compiled)];
  return faults.length > 0 ? faults : compiled;
};

/** The reason for a forbidden name is in an issue of its own. */
const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_key' ? issue.issues.map(({ message }) => message).join('; ') : issue.message;
