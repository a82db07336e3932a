import { ruleSetHash } from '../canonical.ts';
import { compileRuleSet, isCompiled, type CompiledRuleSet } from '../compile.ts';
import { BUILT_IN } from './index.ts';

export interface BuiltInRuleSet {
  readonly compiled: CompiledRuleSet;
  readonly sha256: string;
}

const known = new Map<string, BuiltInRuleSet>();

/** Returns a rule set that comes with the service, ready to decide; undefined if there is none with the id. */
export const builtInRuleSet = (id: string): BuiltInRuleSet | undefined => {
  const before = known.get(id);
  if (before !== undefined) return before;
  const set = BUILT_IN.find((each) => each.id === id);
  if (set === undefined) return undefined;
  const compiled = compileRuleSet(set);
  if (!isCompiled(compiled)) throw new Error(`the built-in rule set ${id} has faults`);
  const made = { compiled, sha256: ruleSetHash(set) };
  known.set(id, made);
  return made;
};
