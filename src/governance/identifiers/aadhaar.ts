/**
 * Aadhaar number (UIDAI): twelve digits, the first 2 to 9, the last a Verhoeff check digit. No number reads the same
 * backwards. Shown masked as `XXXX XXXX 1234` (UIDAI, masked Aadhaar).
 */
import { normalise } from '../text.ts';
import { verhoeffValid } from './verhoeff.ts';

/** True for twelve ASCII digits that are an Aadhaar number. */
export const aadhaarDigits = (digits: string): boolean => {
  if (digits.length !== 12 || digits.charCodeAt(0) < 50) return false;
  let mirrored = true;
  for (let at = 0; mirrored && at < 6; at++) mirrored = digits.charCodeAt(at) === digits.charCodeAt(11 - at);
  return !mirrored && verhoeffValid(digits);
};

/** The digits of a text that holds digits and separators alone, in ASCII; '' when it holds anything else. */
export const plainDigits = (text: string): string => {
  const plain = normalise(text).replaceAll(/[\s.\-]/g, '');
  return /^\d+$/.test(plain) ? plain : '';
};

/** True for a text that is one Aadhaar number in digits of any script, with or without spaces, hyphens and dots. */
export const isAadhaar = (text: string): boolean => aadhaarDigits(plainDigits(text));

/** Virtual ID (UIDAI circular of 2018): sixteen digits with a Verhoeff check digit; it stands in for an Aadhaar number. */
export const isVid = (text: string): boolean => {
  const digits = plainDigits(text);
  return digits.length === 16 && digits.charCodeAt(0) >= 50 && verhoeffValid(digits);
};
