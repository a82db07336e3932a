/** Maximum number of characters. A printed double has at most 24, and no legitimate client pads a number to this length. */
export const LONGEST_NUMBER = 1_000;

const EXPONENT = /[eE]/;

/**
 * Returns the digits without leading and trailing zeros, and the power of ten that they are multiplied by. Equal decimal values
 * give equal results. Counts the zeros in loops, because a pattern such as `0+$` takes quadratic time if there are zeros that are
 * not at the end.
 */
const decimalOf = (token: string): { readonly digits: string; readonly power: number } => {
  const end = token.search(EXPONENT);
  const mantissa = token.slice(token.startsWith('-') ? 1 : 0, end < 0 ? undefined : end);
  const [whole = '', fraction = ''] = mantissa.split('.', 2);
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first += 1;
  let last = digits.length;
  while (last > first && digits[last - 1] === '0') last -= 1;
  if (first === last) return { digits: '', power: 0 };
  const exponent = end < 0 ? 0 : Number(token.slice(end + 1));
  return { digits: digits.slice(first, last), power: exponent - fraction.length + digits.length - last };
};

/**
 * Returns whether a JSON number survives a round trip through a double: 12345678901234567890 and 1e400 do not. A number longer
 * than {@link LONGEST_NUMBER} counts as inexact without being parsed.
 */
export const isExact = (token: string): boolean => {
  if (token.length > LONGEST_NUMBER) return false;
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  const before = decimalOf(token);
  const after = decimalOf(String(value));
  return before.digits === after.digits && before.power === after.power;
};

/** Number of decimal digits that a double always keeps. */
const KEPT_DIGITS = 15;

/**
 * Returns whether a value is a number that a JSON parser may have rounded, so that it may differ from the
 * text. Such a number must be sent as a text.
 */
export const mayBeRounded = (value: unknown): boolean => {
  if (typeof value !== 'number') return false;
  if (!Number.isFinite(value)) return true;
  if (Number.isInteger(value)) return !Number.isSafeInteger(value);
  return decimalOf(String(value)).digits.length > KEPT_DIGITS;
};

/**
 * A number in JSON that may have more digits than a double keeps, or that has an exponent. Most texts have
 * none.
 */
const LONG_NUMBER = /[\d.]{16}|\d[eE]/;

/** Returns whether JSON contains a number that a parser would round. */
export const hasRounded = (json: string): boolean => {
  if (!LONG_NUMBER.test(json)) return false;
  let found = false;
  const look = (_: string, value: unknown, context?: { readonly source?: string }): unknown => {
    if (typeof value === 'number' && !isExact(context?.source ?? String(value))) found = true;
    return value;
  };
  JSON.parse(json, look);
  return found;
};
