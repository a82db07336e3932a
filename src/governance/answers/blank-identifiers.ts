import { indexesOf } from '../repeats/value-index.ts';
import { placesIn } from '../repeats/places.ts';
import { valuesOf } from '../repeats/values.ts';
import { inOrder, replaceSpans, scanned } from '../scanned.ts';

/** Replaces every identifier in `text` with spaces, at every place where it occurs. Includes the public types. */
export const blankIdentifiers = (text: string): string => {
  const { page, found } = scanned(text);
  const { reading } = page;
  const spans = inOrder(found, placesIn(reading, indexesOf(valuesOf(reading, found)), found));
  const whole = { from: 0, until: text.length };
  return replaceSpans({ reading, spans }, whole, (_, { from, until }) => ' '.repeat(until - from));
};
