/** Recognises program output around a number: code characters, clock times, zero-padded amounts and hashes. */
import { HASH_START, hashStep, isTag } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isDigit } from '../page/units.ts';
import { BEFORE, inAddress, isLine, isWord, type Span } from './line.ts';

/** Characters used in code, each with its weight. Two of weight 2 make a line count as code. */
const SIGNS: Readonly<Record<number, number>> = {
  123: 2, // {
  125: 2, // }
  60: 2, // <
  62: 2, // >
  61: 2, // =
  94: 2, // ^
  92: 2, // \
  36: 2, // $
  96: 2, // `
  95: 2, // _
  126: 2, // ~
  91: 1, // [
  124: 1, // |
  59: 1, // ;
};

/** Returns the unit after an HTML tag at unit `at`, or `at` for anything else. */
const pastElement = ({ codes }: Page, at: number, to: number): number => {
  let name = codes[at + 1] === 47 ? at + 2 : at + 1;
  const first = name;
  let hash = HASH_START;
  while (name < to && name - first < 12 && isWord(codes[name])) hash = hashStep(hash, codes[name++]! | 32);
  if (name - first > 1 ? !isTag(hash) : codes[first] === undefined || KINDS[codes[first]] === KIND.other)
    return at;
  for (let end = name; end < to; end++) if (codes[end] === 62) return end + 1;
  return at;
};

/** Returns the total weight of the code characters on the line, counting each kind once. */
export const codeIn = (page: Page, { from, to }: Span, start: number): number => {
  const { codes } = page;
  const seen = new Set<number>();
  let weight = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at]!;
    const sign = code === 47 && codes[at - 1] === 46 ? 2 : SIGNS[code];
    if (sign === undefined) continue;
    if (code === 60) {
      const past = pastElement(page, at, to);
      if (past > at && !(at < start && past > start)) {
        at = past - 1;
        continue;
      }
    }
    // Lines in a quoted email start with ">".
    if (seen.has(code) || inAddress(page, at) || (code === 62 && at === from)) continue;
    seen.add(code);
    weight += sign;
  }
  return weight;
};

/** Returns whether the range contains a time with seconds, a zero-padded amount, or a hash. */
export const marksIn = (
  page: Page,
  { from, to }: Span,
): { clock: boolean; padded: boolean; hash: boolean } => {
  const { codes } = page;
  const marks = { clock: false, padded: false, hash: false };
  for (let at = from; at < to; at++) {
    if (at > 0 && isWord(codes[at - 1])) continue;
    if (!isWord(codes[at])) continue;
    let end = at;
    let turns = 0;
    let hex = true;
    let digits = true;
    for (; end < to && isWord(codes[end]) && end - at < 64; end++) {
      const code = codes[end]!;
      if (!isDigit(code)) digits = false;
      if (!isDigit(code) && !(code >= 97 && code <= 102)) hex = false;
      if (end > at && isDigit(code) !== isDigit(codes[end - 1])) turns++;
    }
    if (digits && end - at === 2 && isTime(codes, at)) marks.clock = true;
    if (digits && end - at >= 8 && codes[at] === 48 && codes[at + 1] === 48 && codes[at + 2] === 48)
      marks.padded = true;
    if (hex && turns >= 3 && end - at >= 7 && !inAddress(page, at)) marks.hash = true;
    if (codes[at] === 48 && codes[at + 1] === 120 && end - at > 2) marks.hash = true;
    at = end - 1;
  }
  return marks;
};

/** Returns whether a time such as "10:20:31" starts at unit `at`. */
const isTime = (codes: Uint16Array, at: number): boolean =>
  codes[at + 2] === 58 &&
  codes[at + 5] === 58 &&
  isDigit(codes[at + 3]) &&
  isDigit(codes[at + 4]) &&
  isDigit(codes[at + 6]) &&
  isDigit(codes[at + 7]);

/** Returns whether the line before or after contains a hash. */
export const hashedLine = (page: Page, line: Span): boolean => {
  const { codes, length } = page;
  let from = line.from - 1;
  while (from > 0 && line.from - from < BEFORE && !isLine(codes[from - 1])) from--;
  if (line.from > 1 && isLine(codes[line.from - 1]) && marksIn(page, { from, to: line.from - 1 }).hash)
    return true;
  if (!isLine(codes[line.to])) return false;
  let to = line.to + 1;
  while (to < length && to - line.to < 20 && !isLine(codes[to])) to++;
  return marksIn(page, { from: line.to + 1, to }).hash;
};
