import type { RuleInputType, RuleSet } from '../../contract/rule-set.ts';
import { isReadable, type Value, type Values } from './expressions.ts';

type Scalar = number | boolean | string | readonly string[];

/** Converts a value of a document. Returns undefined if it does not have the type. */
export const valueOf = (given: Scalar, type: RuleInputType): Value | undefined => {
  if (type === 'int')
    return typeof given === 'number' && Number.isSafeInteger(given) ? BigInt(given) : undefined;
  if (type === 'bool') return typeof given === 'boolean' ? given : undefined;
  if (type === 'string') return typeof given === 'string' ? given : undefined;
  return Array.isArray(given) ? (given as readonly string[]) : undefined;
};

const withType = (value: Value, type: RuleInputType): boolean =>
  type === 'list<string>'
    ? Array.isArray(value)
    : typeof value === (type === 'int' ? 'bigint' : type === 'bool' ? 'boolean' : 'string');

/**
 * Returns the values that the cells of a rule set read for one case: its inputs with their defaults, the
 * params and the lists. An input that is missing, has another type or does not fit into 64 bits is left out,
 * so that every cell that reads it is unknown.
 */
export const valuesFor = (set: RuleSet, given: Readonly<Record<string, Value | undefined>>): Values => {
  const values: Record<string, Value> = { ...constantsOf(set) };
  for (const [name, input] of Object.entries(set.inputs)) {
    const type = typeof input === 'string' ? input : input.type;
    const stated = Object.hasOwn(given, name) ? given[name] : undefined;
    const value = stated ?? (typeof input === 'string' ? undefined : valueOf(input.default, type));
    if (value !== undefined && withType(value, type) && isReadable(value)) values[name] = value;
  }
  return values;
};

const constants = new WeakMap<RuleSet, Values>();

/** Returns the params and lists of a rule set as cells read them. */
export const constantsOf = (set: RuleSet): Values => {
  const known = constants.get(set);
  if (known !== undefined) return known;
  const made = {
    ...Object.fromEntries(
      Object.entries(set.params).map(([name, value]) => [
        name,
        typeof value === 'number' ? BigInt(value) : value,
      ]),
    ),
    ...set.lists,
  };
  constants.set(set, made);
  return made;
};
