/**
 * Reads the free-form members of a case. The sender chooses names, types, depth and length, so nothing here throws: a member that
 * cannot be used counts as missing, and the rules turn that into a finding.
 */
import { normalise } from './text.ts';

export type Case = Readonly<Record<string, unknown>>;

/** Longest text of a single-value member. Anything longer is not an identifier, amount, date or name. */
const MAX_VALUE = 2_000;

/** Returns a member's own value. Inherited members do not count. */
export const memberOf = (given: Case, name: string): unknown =>
  Object.hasOwn(given, name) ? given[name] : undefined;

/**
 * Returns a member as trimmed text in ASCII digits, spaces and dashes. Numbers are converted as written; '' stands for missing,
 * blank, too long, or of a type without text.
 */
export const textOf = (given: Case, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = memberOf(given, name);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') continue;
    const text = String(value);
    if (text.length > MAX_VALUE) continue;
    const plain = normalise(text).replaceAll('\0', '').trim();
    if (plain !== '') return plain;
  }
  return '';
};

/** Returns a member as true, false or undefined: booleans, and the words that people write for them. */
export const flagOf = (given: Case, ...names: readonly string[]): boolean | undefined => {
  for (const name of names) {
    const value = memberOf(given, name);
    if (typeof value === 'boolean') return value;
    const word = textOf(given, name).toLowerCase();
    if (/^(true|yes|y|1|haan|confirmed)$/.test(word)) return true;
    if (/^(false|no|n|0|nahin|none)$/.test(word)) return false;
  }
  return undefined;
};

/**
 * Reduces a name to lower-case letters and digits with one space between words, so that two spellings of one name compare equal.
 */
export const nameKey = (text: string): string =>
  normalise(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Collects every text and number inside a value, down to a depth and a number of nodes that no legitimate case exceeds. */
export const textsIn = (value: unknown, maxDepth = 32, maxNodes = 20_000): readonly string[] => {
  const texts: string[] = [];
  const pending: { readonly part: unknown; readonly depth: number }[] = [{ part: value, depth: 0 }];
  for (let seen = 0; pending.length > 0 && seen < maxNodes; seen++) {
    const { part, depth } = pending.pop()!;
    if (typeof part === 'string') texts.push(part);
    else if (typeof part === 'number' || typeof part === 'bigint') texts.push(String(part));
    else if (typeof part === 'object' && part !== null && depth < maxDepth)
      for (const [name, inner] of Object.entries(part).toReversed()) {
        pending.push({ part: inner, depth: depth + 1 });
        if (!Array.isArray(part)) texts.push(name);
      }
  }
  return texts;
};
