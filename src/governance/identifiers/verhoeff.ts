/**
 * J. Verhoeff's check digit, "Error Detecting Decimal Codes" (Mathematical Centre Tract 29, 1969): the dihedral group D5 and one
 * permutation that is applied once more per position. Detects every single-digit error and every swap of adjacent digits.
 */

import { digitValues } from './digits.ts';

/** Computes the product of two elements of D5. This makes a table of a hundred numbers unnecessary. */
const times = (a: number, b: number): number => {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 5) % 5;
};

const STEP = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

/**
 * Row p % 8, column d contains digit d permuted p times, as needed at position p. Applying the permutation eight times gives the
 * identity.
 */
const PERMUTED: Uint8Array = (() => {
  const rows = Uint8Array.from({ length: 80 }, (_, at) => at % 10);
  for (let at = 10; at < 80; at++) rows[at] = STEP[rows[at - 10]!]!;
  return rows;
})();

const PRODUCT = Uint8Array.from({ length: 100 }, (_, at) => times(Math.floor(at / 10), at % 10));

/** Returns whether the last of the first `count` digit values is the check digit of the others. */
export const verhoeffHolds = (digits: Uint8Array, count: number): boolean => {
  let check = 0;
  for (let position = 0; position < count; position++)
    check = PRODUCT[check * 10 + PERMUTED[(position % 8) * 10 + digits[count - 1 - position]!]!]!;
  return check === 0;
};

/** Returns whether the last of these ASCII digits is the Verhoeff check digit of the others; false for any other string. */
export const verhoeffValid = (digits: string): boolean => {
  const values = digitValues(digits);
  return values !== null && values.length > 1 && verhoeffHolds(values, values.length);
};
