/** The mod-10 check digit in ISO/IEC 7812-1, annex B. */
import { digitValues } from './digits.ts';

/** Returns whether the last of the first `count` digit values is the check digit of the others. */
export const luhnHolds = (digits: Uint8Array, count: number): boolean => {
  let total = 0;
  let double = false;
  for (let at = count - 1; at >= 0; at--) {
    const weighted = double ? digits[at]! * 2 : digits[at]!;
    total += weighted > 9 ? weighted - 9 : weighted;
    double = !double;
  }
  return total % 10 === 0;
};

/** Returns whether the last of these ASCII digits is the Luhn check digit of the others; false for any other string. */
export const luhnValid = (digits: string): boolean => {
  const values = digitValues(digits);
  return values !== null && values.length > 1 && luhnHolds(values, values.length);
};
