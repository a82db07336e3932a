/** Finds how much of unfinished text can already be masked in its final form. */
import type { Candidate } from './candidate.ts';
import { POOL_BEHIND } from './claims/pool.ts';
import { lastUpTo, type Stretch } from './structure/cells.ts';
import { cellsOn } from './structure/read.ts';
import { LABEL } from './page/labels.ts';
import { KIND, KINDS, type Page } from './page/page.ts';

/**
 * Number of units that must follow a position before everything up to it can be masked for good. An identifier with gaps has at
 * most 19 characters and single gaps (a chain of digits may be longer and is checked separately). A label can be up to 24 units
 * plus a word after its number, an explanation up to 60 units, and the next mention up to `POOL_BEHIND`.
 */
const REACH = 88;

/** Minimum number of digits in a run that a later mention may label. */
const NAMED_AGAIN = 10;

/** Returns whether a number before run `group` may occur again in an unfinished row, in a column that is not known yet. */
const mayBeInRow = ({ groupStart, groupEnd }: Page, group: number, openFrom: number): boolean => {
  for (let nth = group - 1; nth >= 0 && openFrom - groupEnd[nth]! <= POOL_BEHIND; nth--)
    if (groupEnd[nth]! - groupStart[nth]! >= NAMED_AGAIN) return true;
  return false;
};

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

/** Returns whether `[from, to)` contains a letter, which ends every chain of digits. */
const hasLetter = (codes: Uint16Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    const kind = KINDS[codes[at]!]!;
    if (kind >= KIND.upper && kind <= KIND.script) return true;
  }
  return false;
};

/** Returns whether one of the words `[from, to]` belongs to a spoken or spelt number, which may continue. */
const isSpoken = ({ wordLabel, wordStart, wordEnd }: Page, from: number, to: number): boolean => {
  for (let nth = Math.max(0, from); nth <= to; nth++)
    if (wordLabel[nth] === LABEL.spoken || wordStart[nth]! + 1 === wordEnd[nth]) return true;
  return false;
};

/**
 * Returns the last position up to which the result is final, however the text continues. It follows white space, is outside
 * identifiers and rows of numbers, and has enough text after it. Returns 0 if there is none.
 * @param found the page's identifiers in ascending order
 */
export const settledUpTo = (page: Page, found: readonly Candidate[]): number => {
  const { codes, length, groupStart, groupEnd } = page;
  let group = groupStart.length;
  let next = found.length;
  let word = page.wordStart.length;
  const cells = cellsOn(page);
  for (let at = Math.min(length - REACH, cells.openFrom); at > 0; at--) {
    if (!isSpace(codes[at - 1]!)) continue;
    while (group > 0 && groupStart[group - 1]! >= at) group--;
    while (next > 0 && found[next - 1]!.start >= at) next--;
    if (next > 0 && found[next - 1]!.end > at) continue;
    if (cells.openFrom < length && mayBeInRow(page, group, cells.openFrom)) continue;
    const row = lastUpTo(cells.rowStart, at - 1);
    if (row >= 0 && cells.rows[row]!.end > at && cells.rows[row]!.end >= cells.openFrom) continue;
    while (word > 0 && page.wordStart[word - 1]! >= at) word--;
    if (isSpoken(page, word - 3, word + 1)) continue;
    const chainEnd = groupEnd[group - 1] ?? -1;
    const chainNext = groupStart[group] ?? length;
    if (chainEnd < 0 || hasLetter(codes, chainEnd, chainNext)) return at;
  }
  return 0;
};

/** Returns the row that contains unit `at` or ends directly before it, with its cells' header. */
export const rowAround = (page: Page, at: number): { row: Stretch; head: Stretch } | null => {
  const { rowStart, rows } = cellsOn(page);
  const row = rows[lastUpTo(rowStart, at)];
  // Only ruled lines and a line break may separate two rows.
  if (row === undefined || (at > row.end && hasSign(page, row.end, at))) return null;
  return { row, head: row.head };
};

/** Returns whether `[from, to)` contains a letter or digit. */
const hasSign = (page: Page, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (KINDS[page.codes[at]!] !== KIND.other) return true;
  return false;
};
