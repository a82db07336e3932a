/** Reads numbers in English words, in the Indian system and with common misspellings. */

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES: ReadonlyMap<string, bigint> = new Map([
  ...SMALL.map((word, at) => [word, BigInt(at)] as const),
  ...TENS.map((word, at) => [word, BigInt(at * 10 + 20)] as const),
  ['nil', 0n],
  ['fourty', 40n],
  ['ninty', 90n],
  ['forteen', 14n],
]);
const SCALES: ReadonlyMap<string, bigint> = new Map([
  ['thousand', 1_000n],
  ['thousands', 1_000n],
  ['lakh', 100_000n],
  ['lakhs', 100_000n],
  ['lac', 100_000n],
  ['lacs', 100_000n],
  ['crore', 10_000_000n],
  ['crores', 10_000_000n],
  ['arab', 1_000_000_000n],
  ['million', 1_000_000n],
  ['millions', 1_000_000n],
  ['billion', 1_000_000_000n],
]);
const isHundred = (word: string): boolean => word === 'hundred' || word === 'hundreds';

/** Every word that may be part of a number. */
export const NUMERALS: readonly string[] = [...VALUES.keys(), ...SCALES.keys(), 'hundred', 'hundreds'];

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && word !== 'and');

/**
 * Returns whether a word may come next in a group below a thousand: "three" may follow "twenty", any word may follow "hundred",
 * and no word may follow "three".
 */
const mayFollow = (last: bigint | undefined, value: bigint): boolean =>
  last === undefined || last === 100n || (last >= 20n && last < 100n && value > 0n && value < 10n);

/** Returns the number formed by numerals; undefined if their order cannot form a number. */
export const numberOf = (text: string): bigint | undefined => {
  const words = wordsOf(text);
  let total = 0n;
  let group = 0n;
  let last: bigint | undefined;
  let smallest: bigint | undefined;
  for (const word of words) {
    const value = VALUES.get(word);
    const scale = SCALES.get(word);
    if (value !== undefined) {
      if (!mayFollow(last, value)) return undefined;
      group += value;
      last = value;
    } else if (isHundred(word)) {
      if (group > 99n) return undefined;
      group = (group === 0n ? 1n : group) * 100n;
      last = 100n;
    } else if (scale !== undefined) {
      if (smallest === scale) return undefined;
      // In "lakh crore", the larger scale multiplies everything before it.
      if (smallest !== undefined && scale > smallest) total = (total + group) * scale;
      else total += (group === 0n ? 1n : group) * scale;
      group = 0n;
      last = undefined;
      smallest = scale;
    } else return undefined;
  }
  return words.length === 0 ? undefined : total + group;
};

/**
 * Splits text that comes before "paise", such as "four hundred fifty-six and seventy-eight": the last numerals that form a number
 * below a hundred are the paise.
 */
export const splitPaise = (
  text: string,
): { readonly rupees: bigint | undefined; readonly paise: bigint | undefined } | undefined => {
  const words = wordsOf(text);
  const last = VALUES.get(words.at(-1) ?? '');
  if (last === undefined) return undefined;
  const tens = VALUES.get(words.at(-2) ?? '');
  const size = last > 0n && last < 10n && tens !== undefined && tens >= 20n ? 2 : 1;
  const rupees = words.slice(0, -size);
  return {
    rupees: rupees.length === 0 ? 0n : numberOf(rupees.join(' ')),
    paise: numberOf(words.slice(-size).join(' ')),
  };
};
