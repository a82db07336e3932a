/** Recognises short names of telephones that are labels only directly before a number: in signatures, and before a mobile number. */
import { hashOf } from './labels.ts';
import { isDigit } from './units.ts';

/** Short names for telephone lines in signatures: direct, office, residence, board. */
const LINES: ReadonlySet<number> = new Set(
  'd t p o r l w h dir direct did ddi off office res resi board epabx'.split(' ').map((word) => hashOf(word)),
);

/** Returns whether a word is at the start of a field and the number after it starts like a landline's: "D: 0161 4088 231". */
export const namesLine = (codes: Uint16Array, start: number, end: number, hash: number): boolean => {
  const sign = codes[end];
  // Most words are not followed by a colon, so the function returns here.
  if ((sign !== 58 && sign !== 46) || !LINES.has(hash)) return false;
  let before = start - 1;
  while (before >= 0 && start - before < 3 && codes[before] === 32) before--;
  const opens = before < 0 || [10, 13, 124, 44, 47, 59].includes(codes[before]!);
  let after = codes[end] === 46 ? end + 1 : end;
  if (!opens || codes[after++] !== 58) return false;
  while (codes[after] === 32 && after - end < 4) after++;
  if (codes[after] === 40) after++;
  return codes[after] === 48 && codes[after + 1]! >= 48 && codes[after + 1]! <= 57;
};

/** Abbreviations of "mobile" and "contact" that mean something else elsewhere: "12 MB", "3 mo". */
const MOBILES: ReadonlySet<number> = new Set(
  'mb mo mbl mno cont cnt ct hp whtsp whtsap wtsp wsp'.split(' ').map((word) => hashOf(word)),
);

/** Number of digits that must follow such a word. */
const LEAST = 5;

/** Returns whether a word is directly before the digits of a mobile number, with a sign in between: "mb-98…", "Mo. 98…". */
export const namesMobile = (codes: Uint16Array, end: number, hash: number): boolean => {
  const sign = codes[end];
  // '-', '.' and ':'. Most words are followed by none of them, so the function returns here.
  if ((sign !== 45 && sign !== 46 && sign !== 58) || !MOBILES.has(hash)) return false;
  let at = end + 1;
  while (at - end < 4 && (codes[at] === 32 || codes[at] === 45 || codes[at] === 58)) at++;
  if (codes[at]! < 54) return false;
  for (let nth = 0; nth < LEAST; nth++) if (!isDigit(codes[at + nth])) return false;
  return true;
};
