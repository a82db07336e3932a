import type { ProductTerms } from '../../contract/product-terms.ts';
import { nameKey } from '../text/plain.ts';

export type NonPayable = ProductTerms['lists'][number];

/** The words of a rule set by which lines of a bill are recognised, in the spelling of {@link wordsOf}. */
export interface Vocabulary {
  /** Each name of a head, and the head. */
  readonly heads: ReadonlyMap<string, string>;
  /** Each item that is not payable, and its list. */
  readonly items: ReadonlyMap<string, NonPayable>;
  /** The same items by their first word. */
  readonly itemsFrom: ReadonlyMap<string, readonly string[]>;
  readonly lists: ReadonlyMap<string, NonPayable>;
  /** All letters and marks that occur in the words above, and a to z. */
  readonly letters: ReadonlySet<string>;
}

/** Reduces a head or an item to its words. Compatibility forms such as full-width and mathematical letters become plain ones. */
export const wordsOf = (text: string): string => nameKey(text.normalize('NFKC').replaceAll('_', ' '));

/** Collects a rule set's words. If a word has two meanings, the first one counts; the check of a draft refuses such a draft. */
export const vocabularyOf = (
  terms: ProductTerms,
  lists: Readonly<Record<string, readonly string[]>>,
): Vocabulary => {
  const heads = new Map<string, string>();
  const items = new Map<string, NonPayable>();
  for (const [word, head] of headWords(terms)) if (!heads.has(word)) heads.set(word, head);
  for (const [word, list] of itemWords(terms, lists)) if (!items.has(word)) items.set(word, list);
  const letters = new Set([...heads.keys(), ...items.keys(), 'abcdefghijklmnopqrstuvwxyz'].join(''));
  const itemsFrom = Map.groupBy(items.keys(), firstWord);
  return { heads, items, itemsFrom, letters, lists: new Map(terms.lists.map((list) => [list.head, list])) };
};

/** Returns all words for heads, each with its head. A word with two heads appears twice. */
export const headWords = ({ heads, lists }: ProductTerms): readonly (readonly [string, string])[] => [
  ...Object.entries(heads).flatMap(([head, names]) =>
    [...new Set([head, ...names].map(wordsOf))].map((word) => [word, head] as const),
  ),
  ...lists.map(({ head }) => [wordsOf(head), head] as const),
];

/** Returns all items that are not payable, each with its list. An item of two lists appears twice. */
export const itemWords = (
  { lists }: ProductTerms,
  named: Readonly<Record<string, readonly string[]>>,
): readonly (readonly [string, NonPayable])[] =>
  lists.flatMap((list) =>
    [...new Set((named[list.items] ?? []).map(wordsOf))].map((word) => [word, list] as const),
  );

/**
 * Returns whether a text contains a letter that no word of the rule set contains, such as a Cyrillic letter that looks like a
 * Latin one. Such a text cannot be compared with the lists.
 */
export const isForeign = (words: string, letters: ReadonlySet<string>): boolean =>
  !/^[a-z0-9 ]*$/.test(words) &&
  [...words].some((letter) => !letters.has(letter) && /[\p{L}\p{M}]/u.test(letter));

const firstWord = (words: string): string => words.split(' ', 1)[0] ?? '';

/** Returns the item that a text names along with other words, such as `gloves` in `sterile gloves`. */
export const itemWithin = (words: string, { itemsFrom }: Vocabulary): string | undefined => {
  const whole = ` ${words} `;
  return words
    .split(' ')
    .flatMap((word) => itemsFrom.get(word) ?? [])
    .find((item) => item !== words && whole.includes(` ${item} `));
};
