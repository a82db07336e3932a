/** Reads multi-column keys in database errors: `Duplicate entry '7201482710-0091' for key 'cust.uq_mobile_branch'`. */
import { KIND, KINDS, type Page } from './page.ts';

const LONGEST = 64;
const QUOTE = 39;
const BEHIND = ' for key';

/** Characters allowed in a key besides letters and digits: ' ', '+', '-', '.', '@', '_'. */
const SIGNS: ReadonlySet<number> = new Set([32, 43, 45, 46, 64, 95]);

const inKey = (code: number | undefined): boolean =>
  code !== undefined && (KINDS[code]! >= KIND.digit || SIGNS.has(code));

/** Returns the unit after the quote that closes the key around unit `at`, or -1 outside a key. */
export const keyEnd = ({ codes, length }: Page, at: number): number => {
  let start = at;
  while (start > 0 && at - start < LONGEST && inKey(codes[start - 1])) start--;
  if (codes[start - 1] !== QUOTE) return -1;
  let end = at;
  while (end < length && end - at < LONGEST && inKey(codes[end])) end++;
  if (codes[end] !== QUOTE) return -1;
  for (let nth = 0; nth < BEHIND.length; nth++)
    if (codes[end + 1 + nth] !== BEHIND.charCodeAt(nth)) return -1;
  return end + 1;
};
