/** Finds sums written out in words, as on cheques and below an invoice: "Rupees One Lakh Five Thousand and Fifty Paise Only". */
import { formatDecimal } from './decimal.ts';
import { findHindiAmounts } from './hindi-words.ts';
import { NUMERALS, numberOf, splitPaise } from './numerals.ts';
import { occupied, type Source, type Span } from './source.ts';

export interface FoundWords extends Span {
  /** Null if one of the words is not a known number. */
  readonly rupees: string | null;
}

const LONGEST_FIRST = [...NUMERALS].toSorted((a, b) => b.length - a.length).join('|');
const NUMERAL = `(?:${LONGEST_FIRST})(?![a-z])`;
const GAP = `(?:[ ]?,[ ]{0,2}\\n?[ ]?|[ \\n-]{1,3})`;
/** Numerals and their separators: commas, hyphens, line ends, "and". */
const RUN = `${NUMERAL}(?:${GAP}(?:(?:and|&)[ \\n]{1,2})?${NUMERAL}){0,40}`;
const CURRENCY = `(?:indian )?(?:rupees?|rs\\.?|inr|₹)`;
const PAISE = `(?:paise|paisa|paisas|ps\\.?)(?![a-z])`;
const JOINED = `(?:[ ]?,)?[ \\n]{0,2}(?:(?:and|&)[ \\n]{1,2})?`;

const WRITTEN = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:(?<lead>${CURRENCY}|in words)[ :.(-]{0,4}\\n?[ (]{0,2}(?:${CURRENCY}[ :]{1,3})?)?(?<words>${RUN})` +
    `(?<tail>[ \\n]{1,2}${CURRENCY}(?![\\p{L}\\p{M}]))?` +
    `(?:[ \\n]{1,2}(?<unsplit>${PAISE})|${JOINED}(?:${PAISE}[ ](?<behind>${RUN}|\\d{1,2}(?!\\d))|(?<before>${RUN}|\\d{1,2})[ ]${PAISE}))?` +
    `(?<only>[ ]{0,2}only(?![a-z]))?`,
  'giu',
);
/** "5 crore rupees" is written in figures, so its multiplier is not a sum by itself. */
const FIGURES_BEFORE = /\d[ ]{0,2}$/;

const paiseOf = (text: string): bigint | undefined => (/^\d/.test(text) ? BigInt(text) : numberOf(text));

/** Finds sums written out in English or Hindi. */
export const findWrittenAmounts = (source: Source): readonly FoundWords[] => {
  const { sums, runs } = findHindiAmounts(source);
  const isHindi = occupied(runs);
  return [...findEnglish(source).filter((sum) => !isHindi(sum)), ...sums];
};

const findEnglish = (source: Source): readonly FoundWords[] => {
  const found: FoundWords[] = [];
  for (const match of source.plain.matchAll(WRITTEN)) {
    const { lead, words = '', tail, unsplit, behind, before, only } = match.groups ?? {};
    if (lead === undefined && tail === undefined && only === undefined) continue;
    const start = match.index + match[0].indexOf(words, lead?.length ?? 0);
    if (FIGURES_BEFORE.test(source.plain.slice(Math.max(0, start - 4), start))) continue;
    // Handles "Rupees Five and Fifty Paise", in which no second "Rupees" separates the two.
    const sum =
      unsplit !== undefined && tail === undefined
        ? splitPaise(words)
        : { rupees: numberOf(words), paise: paiseOf(behind ?? before ?? 'zero') };
    if (sum?.rupees === undefined || sum.paise === undefined || sum.paise > 99n) continue;
    const end = match.index + match[0].length - (only?.length ?? 0);
    found.push({ start, end, rupees: formatDecimal(sum.rupees * 1_000_000n + sum.paise * 10_000n) });
  }
  return found;
};
