/** Letters and digits in codes, and those that OCR confuses. */
import { KIND, KINDS } from './page/page.ts';

export const isLetter = (code: number): boolean => KINDS[code] === KIND.upper || KINDS[code] === KIND.lower;

export const isAlnum = (code: number): boolean => {
  const kind = KINDS[code]!;
  return kind >= KIND.digit && kind <= KIND.latin;
};

/** Digits that OCR may produce in place of a letter, and letters that it may produce in place of a digit. */
const AS_LETTER: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' };
const AS_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};

/** Returns the digit that OCR may have read as this letter, or undefined. */
export const asDigit = (code: number): string | undefined =>
  code === 124 ? '1' : AS_DIGIT[String.fromCharCode(code >= 97 && code <= 122 ? code - 32 : code)];

/**
 * Returns `text` with each misread character corrected for its place in `shape` (L letter, D digit, A either), or undefined if
 * a character does not fit. "A8CPE1234F" over "LLLLLDDDDL" is "ABCPE1234F".
 */
export const putRight = (text: string, shape: string): string | undefined => {
  if (text.length !== shape.length) return undefined;
  let out = '';
  for (let at = 0; at < shape.length; at++) {
    const char = text.charAt(at).toUpperCase();
    const digit = char >= '0' && char <= '9';
    const letter = char >= 'A' && char <= 'Z';
    if (!digit && !letter) return undefined;
    const fitting =
      shape[at] === 'L'
        ? letter
          ? char
          : AS_LETTER[char]
        : shape[at] === 'D'
          ? digit
            ? char
            : AS_DIGIT[char]
          : char;
    if (fitting === undefined) return undefined;
    out += fitting;
  }
  return out;
};

/** Flags for each ASCII character: 1 if it may stand for a letter, 2 if it may stand for a digit. */
const MISREAD: Uint8Array = (() => {
  const misread = new Uint8Array(128);
  for (const digit of Object.keys(AS_LETTER)) misread[digit.charCodeAt(0)] = 1;
  for (const letter of Object.keys(AS_DIGIT)) {
    misread[letter.charCodeAt(0)] = 2;
    misread[letter.charCodeAt(0) | 32] = 2;
  }
  return misread;
})();

const LETTER = 76;
const DIGIT = 68;
const MOST_WRONG = 3;

/** Returns whether the units from `start` on have the shape, with at most three misread characters. */
export const looksLike = (codes: Uint16Array, start: number, shape: string): boolean => {
  let wrong = 0;
  for (let nth = 0; nth < shape.length; nth++) {
    const code = codes[start + nth] ?? 32;
    const kind = KINDS[code]!;
    if (kind < KIND.digit || kind > KIND.lower) return false;
    const wanted = shape.charCodeAt(nth);
    if (wanted === LETTER && kind === KIND.digit) {
      if (MISREAD[code] !== 1) return false;
    } else if (wanted === DIGIT && kind !== KIND.digit) {
      if (MISREAD[code] !== 2) return false;
    } else continue;
    if (++wrong > MOST_WRONG) return false;
  }
  return true;
};
