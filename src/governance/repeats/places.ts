import type { FindingType } from '../identifiers/types.ts';
import { KIND, KINDS } from '../pii/page/page.ts';
import type { Reading } from '../text/reading.ts';
import { lengthsAt, rollHash, type ValueIndex } from './value-index.ts';
import { LONGEST_PLACE, SHORTEST, signOf } from './values.ts';

/**
 * Maximum number of other characters between two consecutive characters of a value: `", "` in a list, `")("`, or a line break
 * with an indent.
 */
const WIDEST_GAP = 6;

/** A known value in units `[start, end)` of a reading. */
export interface Place {
  readonly type: FindingType;
  readonly start: number;
  readonly end: number;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Returns whether a value cannot continue past this unit: a letter outside ASCII, which is not a separator. */
const isForeign = (code: number): boolean => KINDS[code]! >= KIND.latin;

/** Returns the longest value that starts at unit `start` and ends before `until`. */
const valueAt = (
  { codes }: Reading,
  index: ValueIndex,
  lengths: readonly number[],
  start: number,
  until: number,
): Place | undefined => {
  const signs: number[] = [];
  const ends: number[] = [];
  let last = start;
  const stop = Math.min(until, start + LONGEST_PLACE);
  for (let at = start; at < stop && signs.length < lengths[0]!; at++) {
    const sign = signOf(codes[at]!);
    if (sign === 0 ? isForeign(codes[at]!) : at - last - 1 > WIDEST_GAP) break;
    if (sign === 0) continue;
    signs.push(sign);
    ends.push(at + 1);
    last = at;
  }
  for (const length of lengths) {
    if (length > signs.length) continue;
    const type = index.types.get(String.fromCharCode(...signs.slice(0, length)));
    if (type !== undefined) return { type, start, end: ends[length - 1]! };
  }
  return undefined;
};

/** The latest characters and their units. All searches share these, because searches do not overlap. */
const SIGNS = new Uint8Array(SHORTEST);
const UNITS = new Uint32Array(SHORTEST);

/** Finds the values of an index in `[from, until)` by a rolling hash, so the time does not depend on the number of values. */
const findBetween = (
  reading: Reading,
  index: ValueIndex,
  from: number,
  until: number,
  places: Place[],
): void => {
  const { codes } = reading;
  let hash = 0;
  let seen = 0;
  let last = from;
  for (let at = from; at < until; at++) {
    const sign = signOf(codes[at]!);
    if (sign === 0) {
      if (isForeign(codes[at]!)) hash = seen = 0;
      continue;
    }
    if (at - last - 1 > WIDEST_GAP) hash = seen = 0;
    last = at;
    const slot = seen % SHORTEST;
    hash = rollHash(hash, sign, seen >= SHORTEST ? SIGNS[slot]! : 0);
    SIGNS[slot] = sign;
    UNITS[slot] = at;
    seen++;
    if (seen < SHORTEST) continue;
    const lengths = lengthsAt(index, hash);
    if (lengths === undefined) continue;
    const place = valueAt(reading, index, lengths, UNITS[seen % SHORTEST]!, until);
    if (place !== undefined) places.push(place);
  }
};

/**
 * Returns the places of known values in a reading from unit `from`, in ascending order and without overlaps.
 * @param taken the text's masked identifiers in ascending order, which are not searched
 */
export const placesIn = (
  reading: Reading,
  indexes: readonly ValueIndex[],
  taken: readonly Stretch[] = [],
  from = 0,
): readonly Place[] => {
  const places: Place[] = [];
  for (const index of indexes) {
    if (index.types.size === 0) continue;
    let at = from;
    for (const { start, end } of taken) {
      if (start > at) findBetween(reading, index, at, start, places);
      at = Math.max(at, end);
    }
    findBetween(reading, index, at, reading.length, places);
  }
  let end = 0;
  return places
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((place) => place.start >= end && (end = place.end) > 0);
};
