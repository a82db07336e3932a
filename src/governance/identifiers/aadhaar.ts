/**
 * Aadhaar number (UIDAI): twelve digits. The first is 2 to 9 and the last is a Verhoeff check digit. UIDAI never issues
 * palindromes. Shown masked as `XXXX XXXX 1234` (UIDAI, masked Aadhaar).
 */
import { normalise } from '../text/reading.ts';
import { holdsAadhaar } from './checks.ts';
import { digitValues } from './digits.ts';

/** Returns whether a string is a valid Aadhaar number in ASCII digits. */
export const aadhaarDigits = (digits: string): boolean => {
  const values = digitValues(digits);
  return values?.length === 12 && holdsAadhaar(values);
};

/** Returns a string's ASCII digits if it contains only digits and separators, and '' otherwise. */
export const plainDigits = (text: string): string => {
  const plain = normalise(text).replaceAll(/[\s.-]/g, '');
  return /^\d+$/.test(plain) ? plain : '';
};

/** Returns whether a string is one Aadhaar number. The digits may be in any script and separated by spaces, hyphens or dots. */
export const isAadhaar = (text: string): boolean => aadhaarDigits(plainDigits(text));
