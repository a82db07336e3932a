/** Nothing that is handed to a verifier is nested so deep; parsers of other languages give up at depths of their own. */
const MAX_DEPTH = 64;

/** Whether a value that was parsed from JSON holds arrays and objects more than 64 levels deep. */
export const isDeep = (value: unknown, left = MAX_DEPTH): boolean => {
  if (left < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => isDeep(part, left - 1));
};
