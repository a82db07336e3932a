/** Returns whether a string can be cut before this index without splitting a surrogate pair. */
const partsAt = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return !(unit >= 0xdc00 && unit <= 0xdfff && isHigh(text.charCodeAt(at - 1)));
};

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Truncates a string to its first `max` UTF-16 units without splitting a surrogate pair. */
export const clip = (text: string, max: number): string => {
  if (text.length <= max) return text;
  return text.slice(0, partsAt(text, max) ? max : max - 1);
};

/** Truncates a string to its last `max` UTF-16 units without splitting a surrogate pair. */
export const clipStart = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const from = text.length - max;
  return text.slice(partsAt(text, from) ? from : from + 1);
};
