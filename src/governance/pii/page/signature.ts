/** Recognises telephone numbers in signatures: a letter or a short word, a colon and an area code. */
import { hashOf } from './labels.ts';

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
