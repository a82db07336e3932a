/**
 * Payment card numbers (ISO/IEC 7812-1): Luhn check digit, and a prefix and length that a network has issued. RuPay per
 * NPCI's product circulars: 60, 65, 81, 82, 508, 353, 356.
 */
import { luhnValid } from './luhn.ts';
import { plainDigits } from './aadhaar.ts';

export type CardNetwork =
  'visa' | 'mastercard' | 'amex' | 'diners' | 'jcb' | 'rupay' | 'discover' | 'unionpay' | 'maestro';

/** The network whose prefix and length these ASCII digits have; undefined when no network issues such a number. */
export const cardNetwork = (digits: string): CardNetwork | undefined => {
  const length = digits.length;
  if (length < 13 || length > 19) return undefined;
  const four = Number(digits.slice(0, 4));
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

/** True for a text that is one card number: digits of any script with separators, a network's prefix, and Luhn. */
export const isCard = (text: string): boolean => {
  const digits = plainDigits(text);
  return cardNetwork(digits) !== undefined && luhnValid(digits);
};
