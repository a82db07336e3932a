import { isDeepStrictEqual } from 'node:util';
import type { RuleSet } from '../../contract/rule-set.ts';

/** A part of a rule set that two versions state differently. Undefined: the version does not have it. */
export interface RuleSetChange {
  /** Names and ids on the path to it, such as `tables/waits/rows/initial/when/1`. */
  readonly at: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Maximum number of changes to list. */
const MAX_CHANGES = 1_000;

/** Members in which two versions always differ. */
const HEADING = new Set(['version']);

/**
 * Compares two versions part by part. Tables, rows, limits and tests are matched by their id or name, so that
 * moving one is not a change, and everything else by its place.
 */
export const diffRuleSets = (before: RuleSet, after: RuleSet): readonly RuleSetChange[] => {
  const changes: RuleSetChange[] = [];
  compare('', before, after, changes);
  return changes;
};

const compare = (at: string, before: unknown, after: unknown, changes: RuleSetChange[]): void => {
  if (changes.length >= MAX_CHANGES || isDeepStrictEqual(before, after)) return;
  const parts = partsOf(before);
  const others = partsOf(after);
  if (parts === undefined || others === undefined) {
    changes.push({ at, before, after });
    return;
  }
  for (const name of new Set([...parts.keys(), ...others.keys()]))
    if (at !== '' || !HEADING.has(name))
      compare(at === '' ? name : `${at}/${name}`, parts.get(name), others.get(name), changes);
};

/** Returns the members of an object, or the items of a list by id, name or place. Undefined for a single value. */
const partsOf = (value: unknown): ReadonlyMap<string, unknown> | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const names = value.map((item: unknown) => nameOf(item));
  const isNamed = names.every((name) => name !== undefined) && new Set(names).size === names.length;
  return new Map(value.map((item: unknown, index) => [isNamed ? names[index]! : String(index), item]));
};

const nameOf = (item: unknown): string | undefined => {
  const { id, name } = (item ?? {}) as { readonly id?: unknown; readonly name?: unknown };
  if (typeof id === 'string') return id;
  return typeof name === 'string' ? name : undefined;
};
