/**
 * Weighs the text around a bare number. Ten digits that start with 6 to 9 may or may not be a mobile number. Without a label, the
 * surrounding text decides: a name, a sentence or a trade suggests a telephone, whereas code, counters or records suggest
 * something else. Each test reads a limited part of the number's own line.
 */
import type { Page } from '../page/page.ts';
import { addressBeside, wordBefore, wordBehind, wordsOf } from './beside.ts';
import { keyedIn } from './keyed.ts';
import { lineAround, messageAround } from './line.ts';
import { peersOf } from './peers.ts';
import { columnOf, isShare, recordOf, seriesOf, touched } from './row.ts';
import { codeIn, hashedLine, marksIn } from './signs.ts';
import { AROUND } from './weights.ts';

/** Returns whether a number is a placeholder (ten equal digits) or a size (a multiple of 2^20). */
const isPlaceholder = ({ codes }: Page, start: number, end: number): boolean => {
  if (end - start !== 10) return false;
  let value = 0;
  let same = true;
  for (let at = start; at < end; at++) {
    value = value * 10 + codes[at]! - 48;
    same &&= codes[at] === codes[start];
  }
  return same || value % 0x100000 === 0;
};

/** Returns the total weight of the text around the bare number `[start, end)`; `word` is the number of words before it. */
export const settingOf = (page: Page, start: number, end: number, word: number): number => {
  const line = lineAround(page, start, end);
  const message = messageAround(page, line, start, end);
  const signs = codeIn(page, message, start);
  const marks = marksIn(page, message);
  const listed = marks.hash || (columnOf(page, start, line) === 0 && hashedLine(page, line));
  const record = recordOf(page, start, end, line);
  // Rows of a dump are program output even if they are about a person.
  const written = record > 0;
  let sum = 0;
  if (written) sum += record;
  else if (signs >= 4) sum += AROUND.signs;
  else if (signs >= 2) sum += AROUND.sign;
  if (isShare(page, start, end)) sum += AROUND.counted;
  if (marks.clock) sum += AROUND.clock;
  if (marks.padded) sum += AROUND.padded;
  if (listed) sum += AROUND.hash;
  if (isPlaceholder(page, start, end)) sum += AROUND.placeholder;
  sum += addressBeside(page, start, end) + keyedIn(page, start, end, line);
  sum += peersOf(page, start, end, line);
  sum += columnOf(page, start, line) + seriesOf(page, start, word, line) + touched(page, start, end);
  sum += wordBefore(page, start, word, line) + wordBehind(page, end, word, line);
  const words = wordsOf(page, word, message);
  return sum + (written ? Math.max(0, words) : words);
};
