/**
 * How the text around a bare number reads. Ten digits that begin with 6 to 9 are a mobile number or any other number; with no
 * label, a reader goes by what surrounds them: a name, a sentence and a trade on the one side, code, counters and records on
 * the other. All looks go back and forth over a bounded stretch of the number's own line.
 */
import { AROUND } from '../evidence.ts';
import type { Page } from '../page.ts';
import { addressBeside, wordBefore, wordBehind, wordsOf } from './beside.ts';
import { lineAround, messageAround } from './line.ts';
import { peersOf } from './peers.ts';
import { columnOf, isShare, recordOf, seriesOf, touched } from './row.ts';
import { codeIn, hashedLine, marksIn } from './signs.ts';

/** Ten times the same digit stands for any number, and a multiple of 2^20 for a size. */
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

/** What the surroundings of the bare number `[start, end)` add to it; `word` counts the words before it. */
export const settingOf = (page: Page, start: number, end: number, word: number): number => {
  const line = lineAround(page, start, end);
  const message = messageAround(page, line, start, end);
  const signs = codeIn(page, message, start);
  const marks = marksIn(page, message);
  const listed = marks.hash || (columnOf(page, start, line) === 0 && hashedLine(page, line));
  const record = recordOf(page, start, end, line);
  // The row of a dump is written by a program, whoever it is of.
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
  sum += addressBeside(page, start, end);
  sum += peersOf(page, start, end, line);
  sum += columnOf(page, start, line) + seriesOf(page, start, word, line) + touched(page, start, end);
  sum += wordBefore(page, start, word, line) + wordBehind(page, end, word, line);
  const words = wordsOf(page, word, message);
  return sum + (written ? Math.max(0, words) : words);
};
