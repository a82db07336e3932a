import type { RuleSet } from '../../../contract/rule-set.ts';
import { builtInRuleSet } from '../built-in/compiled.ts';
import type { RuleSetFault } from '../compile.ts';

/** Maximum number of different names whose numbers a row keeps. */
const MAX_NAMES = 50;

const typeOf = (input: RuleSet['inputs'][string]): string => (typeof input === 'string' ? input : input.type);

/**
 * Returns the faults of a version that replaces a built-in rule set: it may read only what runs state, and
 * its basis is the day of the run, because a case may not state another one.
 */
export const verticalFaults = (set: RuleSet): readonly RuleSetFault[] => {
  const builtIn = builtInRuleSet(set.id)?.compiled.set;
  if (builtIn === undefined) return [];
  const faults: RuleSetFault[] = [];
  if (set.version <= builtIn.version)
    faults.push({ at: 'version', fault: `must be above ${builtIn.version}, which comes with the service` });
  if (builtIn.terms !== undefined) return faults;
  if (set.terms !== undefined) faults.push({ at: 'terms', fault: `${set.id} decides without terms` });
  if (set.basis !== builtIn.basis) faults.push({ at: 'basis', fault: `must be ${builtIn.basis}` });
  for (const [name, input] of Object.entries(set.inputs)) {
    const known = Object.hasOwn(builtIn.inputs, name) ? builtIn.inputs[name] : undefined;
    if (known === undefined) faults.push({ at: `inputs.${name}`, fault: 'no run states this input' });
    else if (typeOf(known) !== typeOf(input))
      faults.push({ at: `inputs.${name}`, fault: `runs state it as ${typeOf(known)}` });
  }
  const names = new Set(set.tables.flatMap(({ rows }) => rows.flatMap(({ then: { name } }) => name ?? [])));
  if (names.size > MAX_NAMES) faults.push({ at: 'tables', fault: `at most ${MAX_NAMES} names of numbers` });
  return faults;
};
