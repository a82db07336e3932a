import { indexesOf } from '../repeats/value-index.ts';
import { placesIn } from '../repeats/places.ts';
import { valuesOf } from '../repeats/values.ts';
import { scanned } from '../scanned.ts';
import { sourceEnd, sourceStart } from '../text/reading.ts';

/** Replaces every identifier in `text` with spaces, at every place where it occurs. Includes the public types. */
export const blankIdentifiers = (text: string): string => {
  const { page, found } = scanned(text);
  const { reading } = page;
  const places = placesIn(reading, indexesOf(valuesOf(reading, found)), found);
  let out = '';
  let at = 0;
  for (const { start, end } of [...found, ...places].toSorted((a, b) => a.start - b.start)) {
    const [from, to] = [Math.max(at, sourceStart(reading, start)), sourceEnd(reading, end)];
    if (to <= at) continue;
    out += text.slice(at, from) + ' '.repeat(to - from);
    at = to;
  }
  return out + text.slice(at);
};
