/** Finds a number's line, and provides the character tests that this folder shares. */
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isDigit } from '../page/units.ts';

/**
 * Maximum number of units to read on each side of a number on its line. A stream holds back more text after a number and keeps
 * more before it.
 */
export const BEFORE = 100;
const BEHIND = 60;

/** Returns whether a character is a digit or the X that masks one, so that masked text is read like the original. */
export const isNumber = (code: number | undefined): boolean => isDigit(code) || code === 88;
export const isLine = (code: number | undefined): boolean => code === 10 || code === 13;
export const isWord = (code: number | undefined): boolean => code !== undefined && KINDS[code]! >= KIND.digit;

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the line around the number, up to the maximum length on each side. */
export const lineAround = ({ codes, length }: Page, start: number, end: number): Span => {
  let from = start;
  while (from > 0 && start - from < BEFORE && !isLine(codes[from - 1])) from--;
  let to = end;
  while (to < length && to - end < BEHIND && !isLine(codes[to])) to++;
  return { from, to };
};

/** Returns the quoted text around the number if it contains other words, like a message in a log record; otherwise the line. */
export const messageAround = ({ codes }: Page, line: Span, start: number, end: number): Span => {
  let from = start;
  while (from > line.from && codes[from - 1] !== 34) from--;
  if (from === line.from || codes[from - 1] !== 34) return line;
  let to = end;
  while (to < line.to && codes[to] !== 34) to++;
  let spaces = 0;
  for (let at = from; at < to; at++) if (codes[at] === 32) spaces++;
  // After a closing quote, the next character belongs to the record.
  const opens = isWord(codes[from]) || codes[from]! > 127;
  return spaces > 0 && opens ? { from, to } : line;
};

/** Returns whether a unit belongs to an address, whether or not it is masked. */
export const inAddress = ({ addresses }: Page, at: number): boolean => {
  for (let nth = 0; nth < addresses.length; nth += 2)
    if (addresses[nth]! <= at && at < addresses[nth + 1]!) return true;
  return false;
};
