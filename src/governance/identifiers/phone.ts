/**
 * Indian telephone numbers (National Numbering Plan 2003, E.164 country code 91): a mobile number has ten digits and starts with
 * 6 to 9; a landline is an area code of two to four digits and a subscriber number, ten digits together.
 */
import { normalise } from '../text/reading.ts';

/** Returns whether a string is one Indian mobile number, with or without +91, 91, 0091 or 0 and with separators. */
export const isIndianMobile = (text: string): boolean => {
  const plain = normalise(text).replaceAll(/[\s().-]/g, '');
  return /^(?:\+91|0091|91|0)?0?[6-9]\d{9}$/.test(plain);
};

/** Returns a mobile number as `+91` and ten digits; '' if the text is none. */
export const mobileOf = (text: string): string => {
  const phone = normalise(text);
  return isIndianMobile(phone) ? `+91${phone.replaceAll(/\D/g, '').slice(-10)}` : '';
};

/** The two-digit area codes, which belong to eight cities. All others have three or four digits. */
const METROS: ReadonlySet<number> = new Set([11, 20, 22, 33, 40, 44, 79, 80]);

/** Returns whether the ten digits from `at` are an area code of `area` digits followed by a subscriber number. */
export const isLandline = (digits: Uint8Array, at: number, area: number): boolean => {
  const first = digits[at]!;
  if (area < 2 || area > 4 || first < 1 || first > 8) return false;
  if (area === 2 && !METROS.has(first * 10 + digits[at + 1]!)) return false;
  const subscriber = digits[at + area]!;
  return subscriber >= 2 && subscriber <= 7;
};

/** Returns whether the ten digits from `at` are a landline number, whatever the length of its area code. */
export const isLandlineSomewhere = (digits: Uint8Array, at: number): boolean =>
  isLandline(digits, at, 2) || isLandline(digits, at, 3) || isLandline(digits, at, 4);
