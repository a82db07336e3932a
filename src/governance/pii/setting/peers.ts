/**
 * Compares a bare number with the values at the same place on the neighbouring lines. Ten digits there that start with 1 to 5 are
 * not telephones.
 */
import type { Page } from '../page/page.ts';
import { isDigit } from '../page/units.ts';
import { BEFORE, isLine, isWord, type Span } from './line.ts';
import { AROUND } from './weights.ts';

/** Maximum number of lines to read before the number, and their maximum length. */
const MOST_LINES = 3;
const LONGEST = 2 * BEFORE;
/** Maximum number of units to read from the next line, because a stream does not hold back more. */
const BEHIND = 60;

/** Returns whether a character separates fields on a line: tab, ',', ';', '^', '|', '~'. */
const isSign = (code: number | undefined): boolean =>
  code === 9 || code === 44 || code === 59 || code === 94 || code === 124 || code === 126;

/** Returns the number of fields that end in `[from, to)`, and the column at which `to` is. */
const placeOf = ({ codes }: Page, from: number, to: number): { fields: number; column: number } => {
  let fields = 0;
  for (let at = from; at < to; at++) if (isSign(codes[at])) fields++;
  return { fields, column: to - from };
};

/** Returns the start of the same field on the line `[from, to)`, or the same column if the line has no separators. */
const peerIn = (
  { codes }: Page,
  from: number,
  to: number,
  { fields, column }: { fields: number; column: number },
): number => {
  if (fields === 0) return from + column < to ? from + column : -1;
  let left = fields;
  let at = from;
  while (at < to && left > 0) if (isSign(codes[at++])) left--;
  if (left > 0) return -1;
  while (at < to && (codes[at] === 32 || codes[at] === 34 || codes[at] === 39)) at++;
  return at;
};

/** Returns whether ten digits that cannot be a mobile number start at unit `at`. */
const isOther = ({ codes }: Page, at: number): boolean => {
  if (at < 0 || isWord(codes[at - 1])) return false;
  for (let nth = 0; nth < 10; nth++) if (!isDigit(codes[at + nth])) return false;
  return !isWord(codes[at + 10]) && codes[at]! >= 49 && codes[at]! < 54;
};

/** Returns the weight of the values above and below the number `[start, end)`. */
export const peersOf = (page: Page, start: number, end: number, line: Span): number => {
  const { codes, length } = page;
  if (end - start !== 10 || (line.from > 0 && !isLine(codes[line.from - 1]))) return 0;
  const place = placeOf(page, line.from, start);
  let to = line.from - 1;
  for (let lines = 0; lines < MOST_LINES && to > 0; lines++) {
    if (codes[to] === 10 && codes[to - 1] === 13) to--;
    let from = to;
    while (from > 0 && to - from < LONGEST && !isLine(codes[from - 1])) from--;
    if (from === to) break;
    if (isOther(page, peerIn(page, from, to, place))) return AROUND.peers;
    to = from - 1;
  }
  if (!isLine(codes[line.to])) return 0;
  const from = codes[line.to] === 13 && codes[line.to + 1] === 10 ? line.to + 2 : line.to + 1;
  let last = from;
  while (last < length && last - end < BEHIND && !isLine(codes[last])) last++;
  const peer = peerIn(page, from, last, place);
  return peer + 10 <= last && isOther(page, peer) ? AROUND.peers : 0;
};
