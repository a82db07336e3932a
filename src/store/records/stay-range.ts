import { parseDay } from '../../governance/dates.ts';
import type { RecordDigest } from './digest.ts';

/** Room for a calendar day beside a digest: the years 1900 to 2200 are less than this number of days apart. */
const DAYS = 10_000_000n;
const EARLIEST = 1_000_000n;

/**
 * Returns a patient's stay as a range of numbers, which overlaps only with ranges of the same patient on the
 * same days; null without a patient or an admission. The day of discharge is free for the next stay, unless
 * it is also the day of admission.
 */
export const stayRange = (
  key: RecordDigest | null,
  { admission, discharge }: { readonly admission: string | null; readonly discharge: string | null },
): string | null => {
  const from = parseDay(admission);
  if (key === null || from === undefined) return null;
  const to = Math.max(parseDay(discharge) ?? from, from + 1);
  const patient = BigInt(`0x${key.bytes.toString('hex')}`) * DAYS + EARLIEST;
  return `[${patient + BigInt(from)},${patient + BigInt(to)})`;
};
