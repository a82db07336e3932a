/**
 * Indian Financial System Code (Reserve Bank of India): four letters for the bank, a zero reserved for later use, and six letters
 * or digits for the branch. It identifies a branch, not a person, so it is reported but never masked.
 */
import type { Detector } from '../pii/candidate.ts';
import { KIND, KINDS } from '../pii/page.ts';
import { isAlnum } from '../pii/shapes.ts';

const SHAPE = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** Returns whether a string is one IFSC, in upper or lower case, and nothing else. */
export const isIfsc = (text: string): boolean => SHAPE.test(text.trim().toUpperCase());

/** Finds four capitals, a zero and six capitals or digits, unless they are part of a longer word. */
export const findIfsc: Detector = ({ page, group }) => {
  const { codes, length } = page;
  const zero = page.groupStart[group]!;
  const start = zero - 4;
  const end = zero + 7;
  if (codes[zero] !== 48 || start < 0 || end > length) return null;
  if ((start > 0 && isAlnum(codes[start - 1]!)) || (end < length && isAlnum(codes[end]!))) return null;
  for (let at = start; at < zero; at++) if (KINDS[codes[at]!] !== KIND.upper) return null;
  for (let at = zero; at < end; at++)
    if (KINDS[codes[at]!] !== KIND.upper && KINDS[codes[at]!] !== KIND.digit) return null;
  return { type: 'ifsc', start, end, confidence: 0.85 };
};
