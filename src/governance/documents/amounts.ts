/**
 * Finds rupee amounts in the forms used in India: with ₹, Rs., INR or रुपये before or after the figures, with `/-`, grouped by
 * lakh and crore or by thousand, with a multiplier, negative, and as the two ends of a range.
 */
import { formatRupees, parseRupees } from '../amounts.ts';
import { brokenEnd, brokenStart } from './broken-sums.ts';
import { paiseBehind, partsBefore, partsBehind } from './compound-sums.ts';
import type { Source, Span } from './source.ts';

export interface FoundAmount extends Span {
  /** The amount as written, without currency sign and `/-`; with a leading minus sign if it is negative. */
  readonly raw: string;
  /** Rupees as a decimal string; null if the digits are not grouped in a known way. */
  readonly rupees: string | null;
  /** Whether a space splits the figures, so that their value is uncertain. */
  readonly broken: boolean;
  readonly confidence: number;
}

const CURRENCY = String.raw`(?:₹|₨|rs\.?|inr|rupees?|re\.|रु\.?|रुपय[ेाो]|रुपए|रूपये)`;
/**
 * Figures may include an exponent, as spreadsheets write it, so that "1e5" is not read as 1. A person has to determine the value
 * of such a number.
 */
const NUMBER = String.raw`\d[\d,]{0,24}(?:\.\d{1,6})?(?:e[+-]?\d{1,3})?`;
const UNIT = String.raw`(?:lakh crores?|lakhs?|lacs?|crores?|cr|thousand|hundred|million|mn|billion|bn|k|l|लाख करोड|लाख|करोड|हजार|सौ)(?![\p{L}\p{M}\d])`;
const BEFORE = String.raw`(?<![\p{L}\p{M}\d])`;
/** Rejects part of a longer number, a date or a percentage. */
const AFTER = String.raw`(?![\d%]|[.,]\d|\/\d|-\d{1,2}-\d|[ ]{0,2}pais[ea])`;

const MARKED = new RegExp(
  `${BEFORE}(?<sign>-?)\\s?(?<open>\\(?)${CURRENCY}\\s{0,3}[:=]?\\s{0,3}(?<inner>-?)\\s?(?<number>${NUMBER})(?:[ ]{0,2}(?<unit>${UNIT}))?${AFTER}`,
  'giu',
);
const TAILED = new RegExp(
  `(?<![\\p{L}\\p{M}\\d.,/])(?<sign>-?)(?<number>${NUMBER})(?:[ ]{0,2}(?<unit>${UNIT}))?[ ]{0,2}(?:/[-=](?!\\d)|${CURRENCY}(?![\\p{L}\\p{M}])(?!\\s{0,3}[:=]?\\s{0,3}-?\\d(?!\\d?[ ]{0,2}pais[ea])))`,
  'giu',
);
const CURRENCY_BEHIND = new RegExp(`^[ ]{0,2}${CURRENCY}(?![\\p{L}\\p{M}])`, 'iu');
/** The other end of a range, after an amount. */
const RANGE = new RegExp(
  `^[ ]{0,2}(?:-|to|and|से)[ ]{0,2}(?:${CURRENCY}[ ]{0,2})?(?<number>${NUMBER})(?:[ ]{0,2}(?<unit>${UNIT}))?(?:[ ]?/[-=])?${AFTER}`,
  'iu',
);
const RANGE_WINDOW = 60;

/** Maps a multiplier to a word that {@link parseRupees} knows, and to the factor and divisor that correct for the difference. */
const UNITS: Readonly<Record<string, readonly [word: string, times: bigint, by: bigint]>> = {
  hundred: ['thousand', 1n, 10n],
  सौ: ['thousand', 1n, 10n],
  thousand: ['thousand', 1n, 1n],
  k: ['thousand', 1n, 1n],
  हजार: ['thousand', 1n, 1n],
  lakh: ['lakh', 1n, 1n],
  lac: ['lakh', 1n, 1n],
  l: ['lakh', 1n, 1n],
  लाख: ['lakh', 1n, 1n],
  million: ['lakh', 10n, 1n],
  mn: ['lakh', 10n, 1n],
  crore: ['crore', 1n, 1n],
  cr: ['crore', 1n, 1n],
  करोड: ['crore', 1n, 1n],
  billion: ['crore', 100n, 1n],
  bn: ['crore', 100n, 1n],
  'lakh crore': ['crore', 100_000n, 1n],
  'लाख करोड': ['crore', 100_000n, 1n],
};

const unitOf = (unit: string) => UNITS[unit.toLowerCase().replace(/(?<=lakh|lac|crore)s$/, '')];

const GROUPED = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d+)?$/;

/** Converts figures and a multiplier to rupees as an exact decimal string. Returns null for figures with an unknown grouping. */
export const rupeesOf = (number: string, unit: string, negative: boolean): string | null => {
  const minus = negative ? '-' : '';
  const known = unit === '' ? undefined : unitOf(unit);
  if (known !== undefined) {
    const [word, times, by] = known;
    const paise = parseRupees(`${number} ${word}`);
    if (paise === undefined || (paise * times) % by !== 0n) return null;
    return minus + formatRupees((paise * times) / by);
  }
  const paise = parseRupees(number);
  if (paise !== undefined) return minus + formatRupees(paise);
  // Unit prices may have more decimals than other amounts.
  return GROUPED.test(number) && number.length <= 24 ? minus + number.replaceAll(',', '') : null;
};

interface Whole extends Span {
  readonly rupees: string | null;
  readonly negative: boolean;
  readonly broken: boolean;
}

interface Figure extends Span {
  readonly number: string;
  readonly unit: string;
  readonly negative: boolean;
  /** End of the whole expression, including marks such as `/-`. */
  readonly over: number;
}

/** "5,000.00 Cr" on a statement is a credit, whereas "5 Cr" is a multiplier. */
const isCredit = (number: string, unit: string): boolean =>
  unit.toLowerCase() === 'cr' && (/,/.test(number) || /\.\d\d$/.test(number));

const figureOf = (match: RegExpExecArray, at: number): Figure => {
  const { number: written = '', unit: given = '', sign = '', inner = '' } = match.groups ?? {};
  const number = written.replace(/,+$/, '');
  const unit = written !== number || isCredit(number, given) ? '' : given;
  const start = at + match.index + match[0].indexOf(written, match[0].search(/\d/));
  const end =
    unit === '' ? start + number.length : at + match.index + match[0].lastIndexOf(unit) + unit.length;
  const { open = '' } = match.groups ?? {};
  const bracketed = open === '(' && match.input[match.index + match[0].length] === ')';
  return {
    start,
    end,
    number,
    unit,
    negative: sign === '-' || inner === '-' || bracketed,
    over: at + match.index + match[0].length,
  };
};

/** In "5 to 10 lakh" the multiplier applies to both ends. */
const inherits = (first: Figure, second: Figure): boolean =>
  first.unit === '' && second.unit !== '' && !first.number.includes(',') && Number(first.number) < 1_000;

const followRange = (plain: string, first: Figure): readonly Figure[] => {
  const window = plain.slice(first.over, first.over + RANGE_WINDOW);
  const match = RANGE.exec(window);
  if (match === null) return [first];
  const second = figureOf(match, first.over);
  const low = inherits(first, second) ? { ...first, unit: second.unit } : first;
  return [low, second];
};

const figuresIn = (plain: string): readonly Figure[] => {
  const found: Figure[] = [];
  for (const match of plain.matchAll(MARKED)) {
    const figure = figureOf(match, 0);
    if (found.length > 0 && figure.start < found.at(-1)!.over) continue;
    found.push(...followRange(plain, figure));
  }
  const marked = found.toSorted((a, b) => a.start - b.start);
  let next = 0;
  for (const match of plain.matchAll(TAILED)) {
    const figure = figureOf(match, 0);
    while (next < marked.length && marked[next]!.over <= figure.start) next++;
    if (next < marked.length && marked[next]!.start < figure.over) continue;
    found.push(figure);
  }
  return found.toSorted((a, b) => a.start - b.start);
};

/** Returns a complete sum from the text. It may be in one piece, in several parts, or split by a space. */
const wholeOf = (plain: string, figure: Figure): Whole => {
  const { start, number, unit, negative, over } = figure;
  if (unit === '') {
    const end = brokenEnd(plain, start, figure.end);
    if (end !== undefined) return { start, end, rupees: null, negative, broken: true };
    const begin = brokenStart(plain, start, figure.end);
    if (begin !== undefined) return { start: begin, end: figure.end, rupees: null, negative, broken: true };
  }
  const before = partsBefore(plain, start, unit);
  const behind = partsBehind(plain, figure.end, unit);
  const last = behind.at(-1)?.end ?? over;
  const paise = paiseBehind(
    plain,
    last + (CURRENCY_BEHIND.exec(plain.slice(last, last + 12))?.[0].length ?? 0),
  );
  const all = [...before, { number, unit }, ...behind];
  const single = all.length === 1 && paise === undefined;
  return {
    start: before[0]?.start ?? start,
    end: paise?.end ?? behind.at(-1)?.end ?? figure.end,
    rupees: single ? rupeesOf(number, unit, negative) : sumOf(all, paise?.paise ?? 0n, negative),
    negative,
    broken: false,
  };
};

const sumOf = (
  parts: readonly { readonly number: string; readonly unit: string }[],
  paise: bigint,
  negative: boolean,
): string | null => {
  let sum = paise;
  for (const { number, unit } of parts) {
    const rupees = parseRupees(rupeesOf(number, unit, false) ?? '');
    if (rupees === undefined) return null;
    sum += rupees;
  }
  return (negative ? '-' : '') + formatRupees(sum);
};

/** Finds the amounts that are marked by a currency, in text order. */
export const findAmounts = (source: Source): readonly FoundAmount[] => {
  const found: FoundAmount[] = [];
  for (const figure of figuresIn(source.plain)) {
    const { start, end, rupees, negative, broken } = wholeOf(source.plain, figure);
    if (found.length > 0 && start < found.at(-1)!.end) continue;
    found.push({
      start,
      end,
      raw: (negative ? '-' : '') + source.raw({ start, end }),
      rupees,
      broken,
      confidence: rupees === null ? 0.3 : 0.95,
    });
  }
  return found;
};
