/** The mod-10 check digit of ISO/IEC 7812-1, annex B. */

const sum = (digits: string, doubleFirst: boolean): number => {
  let total = 0;
  let double = doubleFirst;
  for (let at = digits.length - 1; at >= 0; at--) {
    const digit = digits.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    const weighted = double ? digit * 2 : digit;
    total += weighted > 9 ? weighted - 9 : weighted;
    double = !double;
  }
  return total;
};

/** True when the last of these ASCII digits is the Luhn check digit of those before it. False for anything else. */
export const luhnValid = (digits: string): boolean => digits.length > 1 && sum(digits, false) % 10 === 0;

/** The digit (0-9) to append to `digits` so that the whole is `luhnValid`. `digits` holds ASCII digits only. */
export const luhnCheckDigit = (digits: string): string => String((10 - (sum(digits, true) % 10)) % 10);
