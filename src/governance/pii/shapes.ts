/** Letters and digits of a code, and the ones that scanners of paper confuse. */
import { KIND, KINDS } from './page.ts';

export const isLetter = (code: number): boolean => KINDS[code] === KIND.upper || KINDS[code] === KIND.lower;

export const isAlnum = (code: number): boolean => {
  const kind = KINDS[code]!;
  return kind >= KIND.digit && kind <= KIND.latin;
};

/** Digits that are read for a letter, each before the letter, and the other way round. */
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

/** The digit that a scanner may have read as this letter; undefined for the others. */
export const asDigit = (code: number): string | undefined =>
  code === 124 ? '1' : AS_DIGIT[String.fromCharCode(code >= 97 && code <= 122 ? code - 32 : code)];

/**
 * `text` with each misread character put right for its place in `shape` (L letter, D digit, A either); undefined when
 * a character fits neither way. "A8CPE1234F" over "LLLLLDDDDL" is "ABCPE1234F".
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

/** True when the units from `start` on have the shape but for at most three misread characters. */
export const looksLike = (codes: Uint16Array, start: number, shape: string): boolean => {
  const text = String.fromCharCode(...codes.subarray(start, start + shape.length));
  const right = putRight(text, shape);
  if (right === undefined) return false;
  let wrong = 0;
  for (let at = 0; at < text.length; at++) if (text.charAt(at).toUpperCase() !== right[at]) wrong++;
  return wrong <= 3;
};
