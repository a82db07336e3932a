import type { RuleSet } from '../../../contract/rule-set.ts';
import { ruleSetHash } from '../canonical.ts';
import { compileRuleSet, isCompiled, type CompiledRuleSet } from '../compile.ts';
import { BUILT_IN, FORMER } from './index.ts';

export interface BuiltInRuleSet {
  readonly compiled: CompiledRuleSet;
  readonly sha256: string;
}

const known = new Map<RuleSet, BuiltInRuleSet>();

const compiledOnce = (set: RuleSet): BuiltInRuleSet => {
  const before = known.get(set);
  if (before !== undefined) return before;
  const compiled = compileRuleSet(set);
  if (!isCompiled(compiled)) throw new Error(`the built-in rule set ${set.id} has faults`);
  const made = { compiled, sha256: ruleSetHash(set) };
  known.set(set, made);
  return made;
};

/**
 * Returns a rule set that comes with the service, ready to decide; undefined if there is none with the id.
 * @param sha256 that of the version that a run pinned. Default: the newest version
 */
export const builtInRuleSet = (id: string, sha256?: string): BuiltInRuleSet | undefined =>
  builtInVersions(id).find((each) => sha256 === undefined || each.sha256 === sha256);

/** Returns all versions of a rule set that come with the service, newest first. */
export const builtInVersions = (id: string): readonly BuiltInRuleSet[] =>
  [...BUILT_IN, ...FORMER].filter((each) => each.id === id).map((set) => compiledOnce(set));
