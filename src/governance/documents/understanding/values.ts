/**
 * Forms of values: what a value with a certain label must look like, so that it does not run into the next
 * cell.
 */

import type { PageRead } from '../read-document.ts';

export type ValueForm =
  | 'text'
  | 'name'
  | 'word'
  | 'code'
  | 'age'
  | 'phone'
  | 'date'
  | 'money'
  | 'pan'
  | 'aadhaar'
  | 'ifsc'
  | 'account';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const D = '[0-9\\u0966-\\u096f]';
const START = '(?<![\\p{L}\\p{N}]|\\p{N}[/.])';
/** A day and a month in figures. */
const DAY = `${START}${D}{1,2} ?[/.-] ?${D}{1,2}`;
/** In `9.05 - 12.03.2026`, the first numbers are a time, and 12 is not a year. */
const YEAR = `(?:${D}{4}(?!${D})|${D}{2}(?!${D}|[/.-]${D}{1,2}[/.-]${D}|[/.-]${D}{4}))`;
const DATE = `${DAY} ?[/.-] ?${YEAR}|${D}{1,2}(?:st|nd|rd|th)?[ -]${MONTH}[ ,-]{1,2}${D}{2,4}|${D}{4}-${D}{2}-${D}{2}|${D} ${D} ${D} ${D} ${D} ${D}(?: ${D} ${D})?`;
const FULL_YEAR = `(?:19|20|\\u0967\\u096f|\\u0968\\u0966)${D}{2}(?!${D})`;

/** Recognition reads the second full stop of a date as a comma, or not at all. */
const RECOGNISED_DATE = new RegExp(`${DATE}|${DAY}(?: ?, ?| )${FULL_YEAR}`, 'iu');
const IN_FIGURES = new RegExp(`^(${D}{1,2}) ?([/.-]) ?(${D}{1,2})[ /.,-]{1,3}(${D}+)$`, 'u');

/** The pattern of each form within its line. */
const PATTERNS: Readonly<Partial<Record<ValueForm, RegExp>>> = {
  date: new RegExp(DATE, 'iu'),
  money:
    /(?:(?:₹|rs\.?|inr|रु\.?) ?)?-?[0-9\u0966-\u096f][0-9\u0966-\u096f,]*(?:\.[0-9\u0966-\u096f]{1,2})?(?: ?\/-)?/iu,
  pan: /(?<![A-Z0-9])[A-Z0-9]{10}(?![A-Z0-9])|(?<![A-Z0-9])[A-Z0-9](?: [A-Z0-9]){9}(?![A-Z0-9])/iu,
  aadhaar: /(?<!\d)(?:[\dX*]{4}[ -]?){2}\d{4}(?!\d)/iu,
  ifsc: /(?<![A-Z0-9])[A-Z0-9]{11}(?![A-Z0-9])|(?<![A-Z0-9])[A-Z0-9](?: [A-Z0-9]){10}(?![A-Z0-9])/iu,
  account: /(?<!\d)\d(?:[ -]?\d){7,17}(?!\d)/u,
  phone: /(?<!\d)(?:\+?91[ -]?)?\d(?:[ -]?\d){9,10}(?!\d)/u,
  code: /(?<![\p{L}\p{N}])(?:\p{L}{1,6} ?[-/] ?)?(?=[\p{L}\p{N}./_-]*\p{N})[\p{L}\p{N}][\p{L}\p{N}./_-]*/u,
  age: /\d{1,3}/u,
  word: /\p{L}+/u,
};

/** Forms whose value must contain what the pattern describes. Otherwise it counts as unsure. */
export const isStrict = (form: ValueForm): boolean => PATTERNS[form] !== undefined;

/**
 * Returns the pattern of a form within its line; undefined for free text.
 * @param source whether the line is exact text or recognised print
 */
export const patternOf = (form: ValueForm, source: PageRead['source']): RegExp | undefined =>
  form === 'date' && source === 'ocr' ? RECOGNISED_DATE : PATTERNS[form];

/**
 * Converts a match of a form's pattern to a value. A recognised date gets its first separator twice:
 * `23.06,2026` is `23.06.2026`.
 */
export const valueFrom = (found: string, form: ValueForm, source: PageRead['source']): string =>
  form === 'date' && source === 'ocr' ? found.trim().replace(IN_FIGURES, '$1$2$3$2$4') : found.trim();

const MULTIPLIER =
  '(?:lakhs?|lacs?|crores?|thousand|hundred|million|\u0932\u093e\u0916|\u0915\u0930\u094b\u0921\u093c|\u0939\u091c(?:\u093c)?\u093e\u0930)';
const NOT_ITS_END = new RegExp(`^ ?(?:[.,] ?\\p{N}|%|${MULTIPLIER}(?![\\p{L}\\p{M}]))`, 'iu');
const IN_PLACE = /(?<![\p{N},])(?:\p{N}{1,3}(?:,\p{N}{3})+|\p{N}{1,2}(?:,\p{N}{2})*,\p{N}{3})(?![\p{N},])/u;

/**
 * Returns whether a sum is whole: its commas are in their usual places, and no part of it was cut off (`Rs. 2 ,71,866.16`, `Rs 12
 * 345.00`), nor do a percent sign or a multiplier follow.
 * @param rest what follows in the same cell
 */
export const isWholeSum = (sum: string, rest: string): boolean =>
  (!sum.includes(',') || IN_PLACE.test(sum)) &&
  !NOT_ITS_END.test(rest.normalize('NFD')) &&
  (/\.\p{N}/u.test(sum) || !/^ \p{N}{2,3}(?!\p{N})/u.test(rest));
