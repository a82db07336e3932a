import type { RuleSet } from '../../contract/rule-set.ts';
import { flagOf, memberOf, textOf, type Case } from '../members.ts';
import type { Value } from './expressions.ts';

/**
 * Reads the inputs of a rule set from the members of a case that have the same names. A given member that
 * cannot be read is left out like a missing one if the input has no default; otherwise its name is in
 * `unreadableInputs`.
 */
export const statedBy = (set: RuleSet, given: Case): Readonly<Record<string, Value | undefined>> => {
  const stated: Record<string, Value | undefined> = {};
  for (const [name, input] of Object.entries(set.inputs))
    stated[name] = read(given, name, typeof input === 'string' ? input : input.type);
  return stated;
};

/** Returns the names of inputs that a case states in an unreadable form. A default must not hide them. */
export const unreadableInputs = (set: RuleSet, given: Case): readonly string[] => {
  const stated = statedBy(set, given);
  return Object.keys(set.inputs).filter((name) => {
    const value = memberOf(given, name);
    return stated[name] === undefined && value !== undefined && value !== null && value !== '';
  });
};

const read = (given: Case, name: string, type: string): Value | undefined => {
  const value = memberOf(given, name);
  if (type === 'bool') return flagOf(given, name);
  if (type === 'list<string>')
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
  const text = textOf(given, name);
  if (type === 'string') return text === '' ? undefined : text;
  return /^-?\d{1,18}$/.test(text) ? BigInt(text) : undefined;
};
