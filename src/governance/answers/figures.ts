/**
 * Finds numbers in an answer or in a program's output. Recognises any grouping, lakh and crore, percentages, and digits of
 * other scripts.
 */
import { digitOf } from '../text/digits.ts';

export interface Figure {
  /** The number as written in the text. */
  readonly text: string;
  readonly value: number;
  /** Value of one unit in the last digit: 0.01 for `12.34`, 100000 for `12 lakh`. */
  readonly unit: number;
  /** Number of significant digits. */
  readonly digits: number;
  readonly percent: boolean;
  /** Whether the words before the number mark it as approximate. */
  readonly about: boolean;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  हज़ार: 1e3,
  हजार: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  lacs: 1e5,
  लाख: 1e5,
  crore: 1e7,
  crores: 1e7,
  cr: 1e7,
  करोड़: 1e7,
  million: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
};

/** Digits of all scripts in the basic plane but ASCII. Others take up two units. */
const OTHER_DIGIT = /(?![\d\u{10000}-\u{10ffff}])\p{Nd}/gu;

/**
 * Replaces digits with 0 to 9, the minus sign with a hyphen, and non-breaking spaces with plain ones. The length does not change.
 */
const plain = (text: string): string =>
  text
    .replaceAll(OTHER_DIGIT, (digit) => String(digitOf(digit.charCodeAt(0))))
    .replaceAll('\u2212', '-')
    .replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

/**
 * Places where a number may start: after a currency abbreviation (`Rs.3,001`), as the end of a range, or outside any word or
 * number.
 */
const BEGIN = [
  String.raw`(?<=(?<!\p{L})(?:rs\.?|inr|usd|eur|gbp|रु\.?))`,
  String.raw`(?<=(?<![\p{L}\p{M}\d_#.,/-])\d[\d.,]*%?-)`,
  String.raw`(?<![\p{L}\p{M}\d_#]|\d[.,]|[\p{L}\d][-/])`,
].join('|');
const SCALE = 'k|thousand|lakhs?|lacs?|crores?|cr|million|mn|m|billion|bn|हज़ार|हजार|लाख|करोड़';

/** A number: ungrouped, or with commas in groups of three or in the Indian style, and with optional decimals and exponent. */
const NUMBER = new RegExp(
  `(?:${BEGIN})` +
    String.raw`(-?)(\d{1,3}(?:,\d{3})+|\d{1,3}(?:,\d{2})*,\d{3}|\d+)(?!\d|,\d{3}(?!\d))` +
    String.raw`(\.\d+)?(e[+-]?\d{1,3})?(?![\d_])` +
    String.raw`(?:(\s?%| ?per ?cent\b)|[ -]?(${SCALE})(?![\p{L}\p{M}\d]))?`,
  'giu',
);
const ABOUT =
  /(?:about|around|approximately|approx\.?|roughly|nearly|almost|over|under|some|~|≈|लगभग|करीब)\s*(?:₹|rs\.?|inr|\$|€|£)?\s*$/iu;

/** Dates and clock times, whose parts are not quantities. */
const MOMENT =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?|\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d)\b|\b\d{1,2}:\d\d(?::\d\d)?\b/g;

const blank = (text: string): string => ' '.repeat(text.length);

/** Returns the text's numbers in order. Skips those inside words, dates and times. */
export const figuresIn = (source: string): readonly Figure[] => {
  const text = plain(source).replaceAll(MOMENT, blank);
  const found: Figure[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const [whole, minus, integer = '', fraction = '', exponent = '', percent, scale] = match;
    const factor = scale === undefined ? 1 : (SCALES[scale.toLowerCase()] ?? 1);
    const digits = integer.replaceAll(',', '');
    const power = exponent === '' ? 1 : 10 ** Number(exponent.slice(1));
    found.push({
      text: source.slice(match.index, match.index + whole.length).trim(),
      value: Number(`${minus}${digits}${fraction}`) * power * factor,
      unit: 10 ** -Math.max(0, fraction.length - 1) * power * factor,
      digits: `${digits}${fraction.slice(1)}`.replace(/^0+/, '').length,
      percent: percent !== undefined,
      about: ABOUT.test(text.slice(Math.max(0, match.index - 24), match.index)),
    });
  }
  return found;
};
