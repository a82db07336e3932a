import { LONGEST_NUMBER, isExact } from '../../governance/exact-number.ts';

const ZERO = 0x30;
const NINE = 0x39;
/** Number of decimal digits that a double always preserves, unless the exponent is extreme. */
const SHORT = 15;
/** A 15-digit number is within the range of doubles if its exponent or its number of zeros is at most this. */
const SMALL_EXPONENT = 250;

/** Returns whether a byte is a decimal digit. */
export const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Returns whether a byte begins the exponent of a number. */
export const isExponent = (byte: number): boolean => byte === 0x45 || byte === 0x65;

/**
 * Returns whether a number would lose digits as a double. Decides for most numbers by looking only at their bytes, because building
 * and printing a double takes microseconds.
 */
export const losesDigits = (bytes: Buffer, start: number, end: number): boolean => {
  const length = end - start;
  if (length > LONGEST_NUMBER) return true;
  if (length <= SMALL_EXPONENT && isShort(bytes, start, end)) return false;
  return !isExact(bytes.toString('latin1', start, end));
};

/** Returns whether a number has at most 15 digits, not counting leading and trailing zeros, and no large exponent. */
const isShort = (bytes: Buffer, start: number, end: number): boolean => {
  let digits = 0;
  let significant = 0;
  let at = start;
  for (; at < end && !isExponent(bytes[at]!); at += 1) {
    const byte = bytes[at]!;
    if (!isDigit(byte) || (byte === ZERO && digits === 0)) continue;
    digits += 1;
    if (byte !== ZERO) significant = digits;
  }
  let exponent = 0;
  for (at += 1; at < end; at += 1) if (isDigit(bytes[at]!)) exponent = exponent * 10 + bytes[at]! - ZERO;
  const mostExponent = end - start > SHORT ? 0 : SMALL_EXPONENT;
  return significant <= SHORT && exponent <= mostExponent;
};
