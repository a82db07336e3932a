/** Whether a text can be parted before this place without tearing a surrogate pair. */
const partsAt = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return !(unit >= 0xdc00 && unit <= 0xdfff && isHigh(text.charCodeAt(at - 1)));
};

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** The beginning of a text, at most `max` UTF-16 units; never half of a character. */
export const clip = (text: string, max: number): string => {
  if (text.length <= max) return text;
  return text.slice(0, partsAt(text, max) ? max : max - 1);
};

/** The end of a text, at most `max` UTF-16 units; never half of a character. */
export const clipStart = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const from = text.length - max;
  return text.slice(partsAt(text, from) ? from : from + 1);
};
