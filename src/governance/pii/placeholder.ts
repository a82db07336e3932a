/** Recognises placeholders. */
import type { FindingType } from '../identifiers/types.ts';
import type { Candidate } from './candidate.ts';
import { KIND, KINDS, type Page } from './page/page.ts';

/** Types of identifiers that consist of digits. */
const OF_DIGITS: ReadonlySet<FindingType> = new Set<FindingType>([
  'aadhaar',
  'card',
  'vid',
  'phone',
  'bank_account',
]);

/** Number of digits in a mobile number without its country code. */
const NATIONAL = 10;

/** Returns whether the whole finding is one repeated digit: "0000 0000 0000" and "+91 99999 99999" belong to nobody. */
export const isPlaceholder = ({ codes }: Page, { type, start, end }: Candidate): boolean => {
  if (!OF_DIGITS.has(type)) return false;
  const most = type === 'phone' ? NATIONAL : Infinity;
  const last = codes[end - 1]!;
  let count = 0;
  for (let at = end - 1; at >= start && count < most; at--) {
    const kind = KINDS[codes[at]!]!;
    if (kind === KIND.other) continue;
    if (codes[at] !== last || kind !== KIND.digit) return false;
    count++;
  }
  return true;
};
