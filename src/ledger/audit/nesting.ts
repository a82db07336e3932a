/**
 * Maximum nesting depth. Valid input to a verifier is never nested this deep, and parsers in other languages have their own
 * limits.
 */
const MAX_DEPTH = 64;

/** Returns whether a value parsed from JSON nests arrays and objects more than 64 levels deep. */
export const isDeep = (value: unknown, left = MAX_DEPTH): boolean => {
  if (left < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => isDeep(part, left - 1));
};
