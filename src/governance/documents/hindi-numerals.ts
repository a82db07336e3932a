/** Reads numbers in Hindi words: single words, and several words together. */
import { foldHindi, HINDI_FRACTIONS, HINDI_NUMBERS, HINDI_SCALES } from '../text/hindi-numbers.ts';
import { NUMERALS } from './numerals.ts';

/** Latin spellings that usually mean something other than a number in English. */
const ENGLISH = new Set('do tin teen char das bees sat che asi ded sava pone chavan'.split(' '));
/** English words that would fold to the spelling of a number. */
const NEVER = new Set('no so'.split(' '));
const FOREIGN = new Set(NUMERALS);
const LONGEST = 16;
/** Multipliers that are also used in English sums. */
const SHARED = new Set('thousand lakh lakhs lac lacs crore crores arab'.split(' '));

/** Language that a word indicates for its sum: `unclear` words could belong to either, `shared` words are used in both. */
type Language = 'hindi' | 'unclear' | 'shared';

export type Numeral = { readonly language: Language } & (
  | { readonly kind: 'value' | 'scale'; readonly value: bigint }
  | { readonly kind: 'fraction'; readonly adds?: bigint; readonly alone?: bigint }
  /** A number in English. */
  | { readonly kind: 'foreign' }
);

/** Returns a word's numeral; undefined for any other word. */
export const numeralOf = (written: string): Numeral | undefined => {
  const word = written.toLowerCase();
  if (word.length > LONGEST || NEVER.has(word)) return undefined;
  const folded = foldHindi(word.normalize('NFD'));
  const language = ENGLISH.has(word) ? 'unclear' : SHARED.has(word) ? 'shared' : 'hindi';
  const value = HINDI_NUMBERS.get(folded);
  if (value !== undefined) return { kind: 'value', value, language };
  const scale = HINDI_SCALES.get(folded);
  if (scale !== undefined) return { kind: 'scale', value: scale, language };
  const fraction = HINDI_FRACTIONS.get(folded);
  if (fraction !== undefined) return { kind: 'fraction', ...fraction, language };
  return FOREIGN.has(word) ? { kind: 'foreign', language: 'shared' } : undefined;
};

/**
 * Returns the number formed by Hindi numerals, or undefined if their order cannot form a number. Counts in quarters, because सवा,
 * साढ़े, पौने, डेढ़ and ढाई are fractions of the multiplier after them.
 */
export const hindiNumberOf = (numerals: readonly Numeral[]): bigint | undefined => {
  let total = 0n;
  let group = 0n;
  let smallest: bigint | undefined;
  let last: Numeral['kind'] | 'hundred' | undefined;
  let open: bigint | undefined;
  for (const [at, numeral] of numerals.entries()) {
    if (numeral.kind === 'foreign') return undefined;
    if (numeral.kind === 'fraction') {
      if (last !== undefined && last !== 'scale') return undefined;
      const next = numerals[at + 1]?.kind;
      if (next === 'value' && numeral.adds !== undefined) open = numeral.adds;
      else if (next === 'scale' && numeral.alone !== undefined) group = numeral.alone;
      else return undefined;
      last = 'fraction';
    } else if (numeral.kind === 'value') {
      // Each number below a hundred is a single word, so one cannot follow another.
      if (last === 'value' || (last === 'fraction' && open === undefined)) return undefined;
      group += numeral.value * 4n + (open ?? 0n);
      // Fractions of a rupee would be paise, and nobody writes paise this way.
      if (open !== undefined && numerals[at + 1]?.kind !== 'scale') return undefined;
      open = undefined;
      last = 'value';
    } else if (numeral.value === 100n) {
      if (last === 'hundred' || group > 99n * 4n) return undefined;
      group = (group === 0n ? 4n : group) * 100n;
      last = 'hundred';
    } else {
      const scale = numeral.value;
      if (smallest === scale) return undefined;
      if (smallest !== undefined && scale > smallest) total = (total + group) * scale;
      else total += (group === 0n ? 4n : group) * scale;
      group = 0n;
      smallest = scale;
      last = 'scale';
    }
  }
  return numerals.length === 0 ? undefined : (total + group) / 4n;
};
