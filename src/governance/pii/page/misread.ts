/** Reads labels in which a digit stands for the letter that it looks like, as text recognition writes them: "M0b", "Ph0ne", "N0". */
import { HASH_START, hashStep, LABEL, labelOf, type Label } from './labels.ts';
import { KIND, KINDS } from './units.ts';

/** Letters that each digit is mistaken for. */
const LOOKS_LIKE: Readonly<Record<number, string>> = {
  48: 'o',
  49: 'li',
  51: 'e',
  52: 'a',
  53: 's',
  56: 'b',
};

/** Digits that may also end a label, because "N0" and "Te1" are common, and "SB5" is a code. */
const MAY_END: ReadonlySet<number> = new Set([48, 49]);

const LONGEST = 14;
const MOST_DIGITS = 3;

const isLetter = (code: number): boolean => KINDS[code] === KIND.upper || KINDS[code] === KIND.lower;

const namesValue = (label: Label): boolean =>
  (label >= LABEL.aadhaar && label <= LABEL.other) || label === LABEL.number;

/** A label with misread letters: its end, and the hash of the word that it stands for. */
export interface Misread {
  readonly end: number;
  readonly hash: number;
}

/** Returns the end of the word at `start` if it has a few digits among at least as many letters, else -1. */
const endOfWord = (codes: Uint16Array, start: number, length: number): number => {
  let letters = 0;
  let digits = 0;
  let pairs = 0;
  let at = start;
  for (; at < length && at - start <= LONGEST; at++) {
    const code = codes[at]!;
    if (KINDS[code] === KIND.digit) {
      if (LOOKS_LIKE[code] === undefined) return -1;
      if (KINDS[codes[at - 1]!] === KIND.digit) pairs++;
      digits++;
    } else if (!isLetter(code)) break;
    else if (KINDS[code] === KIND.upper && at > start && KINDS[codes[at - 1]!] === KIND.lower) break;
    else letters++;
  }
  if (KINDS[codes[at]!] === KIND.latin || at - start > LONGEST) return -1;
  // "P01" is a code.
  return digits > MOST_DIGITS || letters < digits + pairs ? -1 : at;
};

/**
 * Returns the label that starts with letters at `start` and goes on with a digit at `digit`, or null if the word with its digits
 * read as letters is not a label.
 */
export const misreadAt = (
  codes: Uint16Array,
  start: number,
  digit: number,
  length: number,
): Misread | null => {
  if (LOOKS_LIKE[codes[digit]!] === undefined) return null;
  const end = endOfWord(codes, start, length);
  if (end < 0 || (KINDS[codes[end - 1]!] === KIND.digit && !MAY_END.has(codes[end - 1]!))) return null;
  let readings = [HASH_START];
  for (let at = start; at < end; at++) {
    const code = codes[at]!;
    const letters = LOOKS_LIKE[code] ?? String.fromCharCode(code | 32);
    readings = readings.flatMap((hash) => [...letters].map((letter) => hashStep(hash, letter.charCodeAt(0))));
  }
  const hash = readings.find((reading) => namesValue(labelOf(reading)));
  return hash === undefined ? null : { end, hash };
};
