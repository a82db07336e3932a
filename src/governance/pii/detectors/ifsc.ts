import type { Detector } from '../candidate.ts';
import { KIND, KINDS } from '../page/page.ts';
import { isAlnum } from '../shapes.ts';

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
