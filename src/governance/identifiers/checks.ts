/** Checks that need only digit values, not the text around the number. */
import { luhnHolds } from './luhn.ts';
import { verhoeffHolds } from './verhoeff.ts';

/** Returns whether the first twelve digit values are an Aadhaar number. */
export const holdsAadhaar = (digits: Uint8Array): boolean => {
  if (digits[0]! < 2) return false;
  let mirrored = true;
  for (let at = 0; mirrored && at < 6; at++) mirrored = digits[at] === digits[11 - at];
  return !mirrored && verhoeffHolds(digits, 12);
};

export type CardNetwork =
  'visa' | 'mastercard' | 'amex' | 'diners' | 'jcb' | 'rupay' | 'discover' | 'unionpay' | 'maestro';

/** Returns the network for the first four digits, given as one number, and the total number of digits. */
export const networkOf = (four: number, length: number): CardNetwork | undefined => {
  if (length < 13 || length > 19) return undefined;
  const three = Math.floor(four / 10);
  const two = Math.floor(four / 100);
  if (two >= 40 && two <= 49) return length === 13 || length === 16 || length === 19 ? 'visa' : undefined;
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720))
    return length === 16 ? 'mastercard' : undefined;
  if (two === 34 || two === 37) return length === 15 ? 'amex' : undefined;
  if (two === 60 && four === 6011) return length === 16 || length === 19 ? 'discover' : undefined;
  if (two === 60 || two === 81 || two === 82 || three === 508) return length === 16 ? 'rupay' : undefined;
  if (four >= 3528 && four <= 3589)
    return length >= 16 ? (three === 353 || three === 356 ? 'rupay' : 'jcb') : undefined;
  if (two === 36 || two === 38 || two === 39 || (three >= 300 && three <= 305))
    return length >= 14 ? 'diners' : undefined;
  if (two === 65 || (three >= 644 && three <= 649))
    return length === 16 || length === 19 ? 'discover' : undefined;
  if (two === 62) return length >= 16 ? 'unionpay' : undefined;
  return two === 50 || (two >= 56 && two <= 69) ? 'maestro' : undefined;
};

/** Returns whether the first sixteen digit values are a card number. */
export const holdsCard = (digits: Uint8Array): boolean =>
  networkOf(digits[0]! * 1000 + digits[1]! * 100 + digits[2]! * 10 + digits[3]!, 16) !== undefined &&
  luhnHolds(digits, 16);
