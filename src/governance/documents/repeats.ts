/** Finds further occurrences of values in text, regardless of spacing and case, in one pass over its words. */
import type { Span } from './source.ts';

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Minimum length of a value to look for. Shorter values occur in many words and numbers. */
const LEAST_LETTERS = 4;
const LEAST_DIGITS = 6;
/**
 * Maximum number of values to look for. A form names a few people; text with more names is a list, and each of its names has
 * already been found in its own place.
 */
const MOST_VALUES = 200;
const MOST_GROUPS = 8;
const TITLES = new Set('mr mrs ms smt shri sri kumari kum dr late श्री श्रीमती कुमारी स्व'.split(' '));

interface Token extends Span {
  readonly text: string;
}

const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(TOKEN)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    text: found.toLowerCase(),
  }));

/** Returns the words in a name, without titles. */
const wordsOf = (value: string): readonly string[] => {
  const words = tokensOf(value).map(({ text }) => text);
  const first = words.findIndex((word) => !TITLES.has(word));
  return first < 0 ? [] : words.slice(first);
};

const isBetweenWords = (gap: string): boolean => gap.length <= 3 && /^[\s.'’-]*$/.test(gap);
const isBetweenDigits = (gap: string): boolean => gap === ' ' || gap === '-' || gap === '';

/** Returns whether a single word is written like a name; otherwise it does not count as one. */
const looksLikeName = (text: string): boolean => /^\P{Ll}/u.test(text);

/** @returns all places of each value in the text, including those where it has already been found */
export const repeatsOf = (plain: string, values: readonly string[]): ReadonlyMap<string, readonly Span[]> => {
  const names = new Map<string, { readonly value: string; readonly words: readonly string[] }[]>();
  const numbers = new Map<string, string>();
  for (const value of [...new Set(values)].slice(0, MOST_VALUES)) {
    const words = wordsOf(value);
    const digits = words.join('');
    if (/^\d+$/.test(digits)) {
      if (digits.length >= LEAST_DIGITS) numbers.set(digits, value);
    } else if (digits.length >= LEAST_LETTERS) {
      const first = words[0]!;
      names.set(first, [...(names.get(first) ?? []), { value, words }]);
    }
  }
  const found = new Map<string, Span[]>();
  const add = (value: string, start: number, end: number): void => {
    const places = found.get(value);
    if (places === undefined) found.set(value, [{ start, end }]);
    else places.push({ start, end });
  };
  if (names.size === 0 && numbers.size === 0) return found;
  const tokens = tokensOf(plain);
  const gapAfter = (at: number): string => plain.slice(tokens[at]!.end, tokens[at + 1]?.start);
  for (const [at, token] of tokens.entries()) {
    for (const { value, words } of names.get(token.text) ?? []) {
      const last = at + words.length - 1;
      const matches = words.every(
        (word, nth) =>
          tokens[at + nth]?.text === word && (nth === 0 || isBetweenWords(gapAfter(at + nth - 1))),
      );
      if (matches && (words.length > 1 || looksLikeName(plain.slice(token.start, token.end))))
        add(value, token.start, tokens[last]!.end);
    }
    if (numbers.size === 0 || !/^\d/.test(token.text)) continue;
    let digits = '';
    for (let nth = at; nth < Math.min(tokens.length, at + MOST_GROUPS); nth++) {
      if (nth > at && !isBetweenDigits(gapAfter(nth - 1))) break;
      digits += tokens[nth]!.text;
      const value = numbers.get(digits);
      if (value !== undefined) add(value, token.start, tokens[nth]!.end);
    }
  }
  return found;
};
