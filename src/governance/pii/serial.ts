/**
 * Recognises lists and ranges of bare serial numbers. One number in ten passes a check digit by chance, but its neighbours
 * usually do not.
 */
import type { Page } from './page/page.ts';
import { cellAt } from './structure/cells.ts';
import { cellsOn } from './structure/read.ts';

/**
 * Maximum number of neighbours to read on each side, and their maximum distance in units. A stream holds back more text than
 * this.
 */
const MOST = 3;
const REACH = 60;
const LONGEST_GAP = 8;
const JOINS = /^(?:and|or|to|aur|se|through|thru|till|upto)?$/;

/** Returns whether `[from, to)` contains only punctuation, or one word that continues a list. */
const continuesList = ({ codes }: Page, from: number, to: number): boolean => {
  if (to - from > LONGEST_GAP) return false;
  const between = String.fromCharCode(...codes.subarray(from, to)).toLowerCase();
  return JOINS.test(between.replaceAll(/[^\p{L}\d]/gu, '')) && !/[:=({]/.test(between);
};

const digitsOf = ({ codes, groupStart, groupEnd }: Page, group: number): Uint8Array =>
  Uint8Array.from(codes.subarray(groupStart[group], groupEnd[group]), (code) => code - 48);

const commonPrefix = (one: Uint8Array, other: Uint8Array): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
};

/**
 * Returns whether digits may be a twelve-digit phone number. Such a number is masked as a phone, so it says nothing about the
 * list.
 */
const mayBePhone = (digits: Uint8Array): boolean =>
  digits.length === 12 && digits[0] === 9 && digits[1] === 1 && digits[2]! >= 6;

/** Returns run `group`'s neighbours in its list that have the same number of digits, nearest first on each side. */
const neighbours = (page: Page, group: number): Uint8Array[] => {
  const { groupStart, groupEnd } = page;
  const length = groupEnd[group]! - groupStart[group]!;
  const found: Uint8Array[] = [];
  for (const step of [-1, 1]) {
    for (let count = 1, nth = group + step; count <= MOST; count++, nth += step) {
      if (nth < 0 || nth >= groupStart.length || groupEnd[nth]! - groupStart[nth]! !== length) break;
      if (Math.max(groupStart[nth]! - groupEnd[group]!, groupStart[group]! - groupEnd[nth]!) > REACH) break;
      const [left, right] = step < 0 ? [nth, nth + 1] : [nth - 1, nth];
      if (!continuesList(page, groupEnd[left]!, groupStart[right]!)) break;
      const digits = digitsOf(page, nth);
      if (!mayBePhone(digits)) found.push(digits);
    }
  }
  return found;
};

/**
 * Returns whether the bare run `group` belongs to a series of numbers: a neighbour differs only in its last four digits, a
 * neighbour shares its first half and fails the check, or two neighbours fail the check.
 */
export const isSerial = (page: Page, group: number, passes: (digits: Uint8Array) => boolean): boolean => {
  const list = neighbours(page, group);
  if (list.length === 0) return false;
  const cells = cellsOn(page);
  // A row's cells are of different kinds.
  if (cells.start.length > 0 && cellAt(cells, page.groupStart[group]!) !== undefined) return false;
  const own = digitsOf(page, group);
  let failed = 0;
  for (const digits of list) {
    const shared = commonPrefix(own, digits);
    if (shared === own.length) continue;
    if (shared >= own.length - 4) return true;
    if (passes(digits)) continue;
    if (shared * 2 >= own.length || ++failed > 1) return true;
  }
  return false;
};
