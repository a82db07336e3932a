/** The mod-10 check digit in ISO/IEC 7812-1, annex B. */
import { digitValues } from './digits.ts';

const sum = (digits: Uint8Array, count: number, doubleLast: boolean): number => {
  let total = 0;
  let double = doubleLast;
  for (let at = count - 1; at >= 0; at--) {
    const weighted = double ? digits[at]! * 2 : digits[at]!;
    total += weighted > 9 ? weighted - 9 : weighted;
    double = !double;
  }
  return total;
};

/** Returns whether the last of the first `count` digit values is the check digit of the others. */
export const luhnHolds = (digits: Uint8Array, count: number): boolean => sum(digits, count, false) % 10 === 0;

/** Returns whether the last of these ASCII digits is the Luhn check digit of the others; false for any other string. */
export const luhnValid = (digits: string): boolean => {
  const values = digitValues(digits);
  return values !== null && values.length > 1 && luhnHolds(values, values.length);
};

/**
 * Computes the digit (0-9) that, appended to `digits`, makes it `luhnValid`.
 * @throws RangeError if any character is not an ASCII digit
 */
export const luhnCheckDigit = (digits: string): string => {
  const values = digitValues(digits);
  if (!values) throw new RangeError('A check digit can be computed only from ASCII digits.');
  return String((10 - (sum(values, values.length, true) % 10)) % 10);
};
