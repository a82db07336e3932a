import type { RuleSetRef } from '../../../contract/adjudication.ts';
import { BUILT_IN } from '../../../governance/rule-sets/built-in/index.ts';
import { ruleSetHash } from '../../../governance/rule-sets/canonical.ts';
import { type CompiledRuleSet, compileRuleSet, isCompiled } from '../../../governance/rule-sets/compile.ts';
import { type BasisDays, versionInForce } from '../../../governance/rule-sets/in-force.ts';

/** Compiled versions by their hash. */
const compiled = new Map<string, CompiledRuleSet>();

/**
 * Returns the version of a product's rule set that applies to a claim; undefined if none was in force on the day that the rule
 * set names. Rule sets of products are found here and nowhere else.
 */
export const ruleSetInForce = (id: string, days: BasisDays): RuleSetRef | undefined => {
  const versions = BUILT_IN.filter((set) => set.id === id && set.terms !== undefined);
  const set = versionInForce(versions, days);
  return set && { id: set.id, version: set.version, sha256: ruleSetHash(set) };
};

/** Loads the version that an earlier step has chosen. @throws Error if there is none, because versions are never deleted */
export const pinnedRuleSet = ({ id, version, sha256 }: RuleSetRef): CompiledRuleSet => {
  const known = compiled.get(sha256);
  if (known !== undefined) return known;
  const set = BUILT_IN.find((each) => each.id === id && each.version === version);
  if (set === undefined || ruleSetHash(set) !== sha256)
    throw new Error(`the rule set ${id}@${version} is not the one that was chosen`);
  const result = compileRuleSet(set);
  if (!isCompiled(result)) throw new Error(`the rule set ${id}@${version} has faults`);
  compiled.set(sha256, result);
  return result;
};
