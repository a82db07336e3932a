/**
 * Indian telephone numbers (National Numbering Plan 2003, E.164 country code 91): a mobile number is ten digits that
 * begin with 6 to 9; a landline is an area code of two to four digits and a subscriber number, ten digits together.
 */
import { normalise } from '../text.ts';

/** True for a text that is one Indian mobile number, with or without +91, 91, 0091 or 0 and with separators. */
export const isIndianMobile = (text: string): boolean => {
  const plain = normalise(text).replaceAll(/[\s().-]/g, '');
  return /^(?:\+91|0091|91|0)?0?[6-9]\d{9}$/.test(plain);
};
