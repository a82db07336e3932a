/** Weighs a number's row: cells, series, records, columns, shares, and the characters next to the number. */
import { LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isDigit } from '../page/units.ts';
import { lastUpTo } from '../structure/cells.ts';
import { BEFORE, inAddress, isLine, isNumber, isWord, type Span } from './line.ts';
import { MACHINE } from './words.ts';
import { AROUND } from './weights.ts';

/** Returns whether a file position, such as "foo.js:", ends at unit `colon`. */
const isPlace = (codes: Uint16Array, colon: number): boolean => {
  let at = colon;
  while (at > 0 && colon - at < 5 && isWord(codes[at - 1])) at--;
  return at < colon && codes[at - 1] === 46 && isWord(codes[at - 2]);
};

/** Returns the unit before `at`, skipping up to two spaces. */
const back = (codes: Uint16Array, at: number): number => {
  let before = at - 1;
  while (before >= 0 && at - before < 3 && codes[before] === 32) before--;
  return before;
};

/** Maximum number of digits in the first part of a share. */
const MOST_DIGITS = 13;

/** Returns whether "of" and another number follow or precede: "7712304896 of 9912304875". */
export const isShare = ({ codes }: Page, start: number, end: number): boolean => {
  const of = (at: number): boolean => codes[at] === 111 && codes[at + 1] === 102 && codes[at + 2] === 32;
  if (codes[end] === 32 && of(end + 1) && isNumber(codes[end + 4])) return true;
  if (codes[start - 1] !== 32 || !of(start - 3) || codes[start - 4] !== 32) return false;
  let digits = 0;
  while (digits <= MOST_DIGITS && isNumber(codes[start - 5 - digits])) digits++;
  // "IMEI 356938035643809 of 98…" is not a share.
  return digits > 0 && digits <= MOST_DIGITS;
};

/** Returns whether a character ('|', '^' or '~') separates the fields of a record. */
const isBar = (code: number | undefined): boolean => code === 124 || code === 94 || code === 126;

/** Returns whether two to four lower-case letters end a file name: "77….wav". */
const isSuffix = (codes: Uint16Array, from: number): boolean => {
  let at = from;
  while (KINDS[codes[at]!] === KIND.lower) at++;
  return at - from >= 2 && at - from <= 4 && !isWord(codes[at]);
};

/** Returns whether two short numbers end at the slash at unit `slash`: "160700/46/8500003310" is one number. */
const isComposite = (codes: Uint16Array, slash: number): boolean => {
  let at = slash;
  for (let parts = 0; parts < 2; parts++) {
    const end = at;
    while (isDigit(codes[at - 1]) && end - at < 7) at--;
    if (at === end || end - at > 6) return false;
    if (parts === 0 && codes[--at] !== 47) return false;
  }
  return true;
};

/**
 * Returns the weight of the characters next to the number, which may mark a cell between bars, an array item, a call's argument
 * or a record's value.
 */
export const touched = ({ codes }: Page, start: number, end: number): number => {
  const before = back(codes, start);
  let after = end;
  while (after - end < 2 && codes[after] === 32) after++;
  const first = codes[before];
  const last = codes[after];
  // "7166288384^^^HOSP^MR" is an identifier and its issuer (HL7, CX).
  if (last === 94 && codes[after + 1] === 94) return AROUND.counted;
  if (isBar(first) || isBar(last)) return AROUND.cell;
  if (first === 91 || last === 93) return AROUND.cell;
  // The number is in a row of numbers separated by spaces.
  if (before < start - 1 && after > end && isDigit(first) && isNumber(last)) return AROUND.cell;
  const glued = before === start - 1;
  if (glued && first === 40 && isWord(codes[before - 1])) return AROUND.cell;
  if (glued && first === 47 && isComposite(codes, before)) return AROUND.counted;
  if (glued && first === 47 && isDigit(codes[before - 1]) && !isDigit(codes[before - 6])) return AROUND.cell;
  if (glued && first === 46 && codes[before - 1] === 46) return AROUND.cell;
  if (after === end && last === 40) return AROUND.cell;
  // The number is in a row of values separated by commas without spaces, or in a path.
  const next = codes[end + 1];
  if (after === end && last === 44 && ((isWord(next) && !isDigit(next)) || next === 42)) return AROUND.cell;
  if (after === end && last === 46 && isWord(next))
    return isSuffix(codes, end + 1) ? AROUND.code : AROUND.cell;
  if (glued && first === 58 && (codes[before - 1] === 34 || isPlace(codes, before))) return AROUND.cell;
  return 0;
};

/** Minimum number of characters in a value; shorter values are counts and sizes. */
const SHORTEST = 6;
const SERIES_SIGNS: ReadonlySet<number> = new Set([9, 32, 38, 44, 45, 46, 47, 59]);

/** Returns whether `[from, to)` contains a digit or three capital X, as a masked number does. */
const hasNumber = (codes: Page['codes'], from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    if (isDigit(codes[at])) return true;
    if (codes[at] === 88 && at + 2 < to && codes[at + 1] === 88 && codes[at + 2] === 88) return true;
  }
  return false;
};

/** Returns the start of the series that the number continues ("ids 900218847, 900218848 and 8812…"), or -1 if there is none. */
const seriesStart = (page: Page, start: number, from: number): number => {
  const { codes } = page;
  let at = start;
  let first = -1;
  for (;;) {
    let end = at;
    while (end > from && SERIES_SIGNS.has(codes[end - 1]!)) end--;
    let token = end;
    while (token > from && !SERIES_SIGNS.has(codes[token - 1]!) && codes[token - 1] !== 58) token--;
    if (token === end || inAddress(page, end - 1)) return first;
    if (end - token >= SHORTEST && hasNumber(codes, token, end)) first = token;
    else if (
      end - token > 3 ||
      !/^(?:and|or|to|aur)$/i.test(String.fromCharCode(...codes.subarray(token, end)))
    )
      return first;
    at = token;
    if (at <= from) return first;
  }
};

const GOVERNORS: ReadonlySet<number> = new Set([LABEL.id, LABEL.other, LABEL.thing]);

/** Returns the weight for the number's series if the series has a contrary label. */
export const seriesOf = (page: Page, start: number, word: number, line: Span): number => {
  let nth = word - 1;
  // Without a word on the line, nothing can label the series.
  if (nth < 0 || page.wordEnd[nth]! <= line.from) return 0;
  const first = seriesStart(page, start, line.from);
  if (first < 0) return 0;
  while (nth >= 0 && page.wordEnd[nth]! > first) nth--;
  if (nth < 0 || first - page.wordEnd[nth]! > 2 || page.wordEnd[nth]! <= line.from) return 0;
  const governs = GOVERNORS.has(page.wordLabel[nth]!) || MACHINE.has(page.wordHash[nth]!);
  return governs ? AROUND.series : 0;
};

/** Characters that separate the fields of a record: tab, ',', ';', '^', '|', '~'. */
const FIELD_SIGNS: ReadonlySet<number> = new Set([9, 44, 59, 94, 124, 126]);
const QUOTES: ReadonlySet<number> = new Set([34, 39]);

/** Evidence of a person: a title in a field by itself, or a PAN, whether or not it is masked. */
const PERSON =
  /[|,;^~\t'"](?:mr|mrs|ms|miss|shri|smt|kum|dr)\.?[|,;^~\t'"]|(?<![a-z\d])[a-z]{5}\d{4}[a-z](?![a-z\d])|(?<![a-z\d])[a-z]{2}x{7}[a-z](?![a-z\d])/i;

/** Returns the weight of a record that names a person, unless the number is its first field. Rows of a dump have no labels. */
export const recordOf = (page: Page, start: number, end: number, line: Span): number => {
  const { codes } = page;
  const quoted = QUOTES.has(codes[start - 1]!) && codes[end] === codes[start - 1];
  const before = quoted ? start - 2 : start - 1;
  const behind = quoted ? codes[end + 1] : codes[end];
  if (before < line.from || !FIELD_SIGNS.has(codes[before]!)) return 0;
  if (behind !== undefined && !FIELD_SIGNS.has(behind) && !isLine(behind) && behind !== 41) return 0;
  const address = lastUpTo(page.addresses, line.to);
  if (address >= 0 && page.addresses[address]! >= line.from) return AROUND.record;
  return PERSON.test(String.fromCharCode(...codes.subarray(line.from, line.to))) ? AROUND.record : 0;
};

/**
 * Returns `AROUND.column` if the line above starts with a short code, and 0 otherwise. A column of short codes does not contain
 * phone numbers.
 */
export const columnOf = ({ codes }: Page, start: number, line: Span): number => {
  for (let at = line.from; at < start; at++) if (codes[at] !== 32 && codes[at] !== 9) return 0;
  if (line.from === 0) return 0;
  let from = line.from - 1;
  if (codes[from] === 10 && codes[from - 1] === 13) from--;
  const to = from;
  while (from > 0 && to - from < 2 * BEFORE && !isLine(codes[from - 1])) from--;
  while (from < to && (codes[from] === 32 || codes[from] === 9 || codes[from] === 43)) from++;
  let end = from;
  while (end < to && isDigit(codes[end])) end++;
  const short = end - from >= 3 && end - from < 9;
  return short && (codes[end] === 44 || codes[end] === 9 || codes[end] === 124) ? AROUND.column : 0;
};
