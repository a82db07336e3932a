/**
 * Parses rupee amounts as people write them in India into whole paise in a bigint, so that an amount is never stored in a float.
 */
import { plainText } from './text/plain.ts';

const UNITS: Readonly<Record<string, bigint>> = {
  '': 1n,
  k: 1_000n,
  thousand: 1_000n,
  lakh: 100_000n,
  lakhs: 100_000n,
  lac: 100_000n,
  lacs: 100_000n,
  l: 100_000n,
  crore: 10_000_000n,
  crores: 10_000_000n,
  cr: 10_000_000n,
};

/** Digits without commas, in groups of three, or in Indian groups: the last three digits, and pairs before them. */
const WHOLE = /^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4}|\d{1,2}(?:,\d{2}){1,6},\d{3}|\d{1,3},\d{3})$/;
const AMOUNT = /^(-?)([\d,]+)(?:\.(\d{1,6}))?\s*([a-z]*)$/;
/** "70.000" is seventy rupees in India, but seventy thousand where a dot separates thousands. */
const EITHER = /^[1-9]\d{0,2}\.\d{3}$/;
const MARK = /^(-?)\s*(?:₹|rs\.?|inr|rupees)\s*/;

/**
 * Parses an amount such as `70000`, `Rs 10,000/-`, `₹1,23,456.50`, `INR 2.5 lakh`, `1 crore` or `-500` into paise.
 * @returns undefined for anything else: another currency, words, wrong grouping, a fraction of a paisa, or three digits
 *   after a dot, which may be thousands
 */
export const parseRupees = (value: unknown): bigint | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  if (text.length > 60) return undefined;
  const bare = plainText(text)
    .toLowerCase()
    .replace(MARK, '$1')
    .replace(/^\+/, '')
    .replace(/\s*\/[-=]$/, '')
    .replace(/\s*only\.?$/, '')
    .replace(/\s*(?:₹|rs\.?|inr|rupees)$/, '')
    .replace(/\s*\/[-=]$/, '')
    .trim();
  const [, sign, whole = '', fraction = '', unit = ''] = AMOUNT.exec(bare) ?? [];
  const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (factor === undefined || !WHOLE.test(whole) || EITHER.test(bare)) return undefined;
  const scaled = BigInt(whole.replaceAll(',', '') + fraction.padEnd(6, '0')) * factor;
  // The scaled value has six decimals and paise have two, so the remaining four must be zero.
  if (scaled % 10_000n !== 0n) return undefined;
  const paise = scaled / 10_000n;
  return sign === '-' ? -paise : paise;
};

/**
 * Formats paise as a decimal string in rupees with two decimal places: `7000050n` becomes `70000.50`. The inverse of parseRupees.
 */
export const formatRupees = (paise: bigint): string => {
  const size = paise < 0n ? -paise : paise;
  return `${paise < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
};

/**
 * Maximum amount to show, just below a hundred crore rupees. A larger amount has as many digits as a phone or Aadhaar number and
 * may be such a number typed into the wrong field, so it is neither shown nor kept unless it was approved.
 */
const LARGEST_SHOWN = 99_999_999_999n;

/** Returns whether an amount in paise is small enough to be shown and kept. */
export const isShown = (paise: bigint | undefined): boolean =>
  paise !== undefined && paise <= LARGEST_SHOWN && paise >= -LARGEST_SHOWN;

/** Formats paise for a reason or a summary. */
export const showRupees = (paise: bigint): string =>
  isShown(paise) ? formatRupees(paise) : `more than ${formatRupees(LARGEST_SHOWN)}`;
