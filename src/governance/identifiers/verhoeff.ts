/**
 * Check digit of J. Verhoeff, "Error Detecting Decimal Codes" (Mathematical Centre Tract 29, 1969): the dihedral group
 * D5 and one permutation that is applied once per position. Finds every single-digit error and every swap of neighbours.
 */

/** Product of two elements of D5, worked out rather than written down as a hundred numbers. */
const times = (a: number, b: number): number => {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 5) % 5;
};

const STEP = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

/** PERMUTED[position % 8][digit]: the permutation has order eight. */
const PERMUTED: readonly Uint8Array[] = (() => {
  const rows = [Uint8Array.from({ length: 10 }, (_, digit) => digit)];
  for (let row = 1; row < 8; row++) rows.push(rows[row - 1]!.map((digit) => STEP[digit]!));
  return rows;
})();

const PRODUCT = Uint8Array.from({ length: 100 }, (_, at) => times(Math.floor(at / 10), at % 10));

const running = (digits: string, firstPosition: number): number => {
  let check = 0;
  for (let at = digits.length - 1, position = firstPosition; at >= 0; at--, position++) {
    const digit = digits.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    check = PRODUCT[check * 10 + PERMUTED[position % 8]![digit]!]!;
  }
  return check;
};

/** True when the last of these ASCII digits is the Verhoeff check digit of those before it. False for anything else. */
export const verhoeffValid = (digits: string): boolean => digits.length > 1 && running(digits, 0) === 0;

/** The digit (0-9) to append to `digits` so that the whole is `verhoeffValid`. `digits` holds ASCII digits only. */
export const verhoeffCheckDigit = (digits: string): string => {
  const check = running(digits, 1);
  return String(check > 0 && check < 5 ? 5 - check : check);
};
