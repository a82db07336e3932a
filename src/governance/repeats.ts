/**
 * Masks the further places of identifiers that were found elsewhere in the same text or record: in another writing, glued to other
 * characters, or without the label that made them count.
 */
import type { FindingType } from './identifiers/types.ts';
import { PUBLIC_TYPES } from './identifiers/types.ts';
import type { Candidate } from './pii/candidate.ts';
import { KIND, KINDS } from './pii/page.ts';
import { signsIn, maskSpan } from './pii/mask-span.ts';
import { read, sourceEnd, sourceStart, type Reading } from './text.ts';

/** An identifier that is known to belong to a person. */
export interface KnownValue {
  readonly type: FindingType;
  /** Its digits and ASCII capitals, without separators. */
  readonly key: string;
}

/** Fewest characters and digits of a value that is looked for. A shorter one occurs in other numbers by chance. */
const LEAST = 8;
const LEAST_DIGITS = 4;
const LONGEST = 34;
/** Most values that are looked for in one text or record. */
const MOST_VALUES = 50_000;
/** Most other characters between two of a value: `", "` of a list, `")("`, or a break of line with an indent. */
const WIDEST_GAP = 6;
/** Longest place of a value. {@link StreamMask} sees as much beyond what it releases. */
export const LONGEST_PLACE = 80;

const PAN_IN_GSTIN = /^\d{2}([A-Z]{5}\d{4}[A-Z])[A-Z\d]{3}$/;

/** Returns the capital or digit that an ASCII letter or digit stands for, 0 for anything else. */
const signOf = (code: number): number => {
  if (code >= 97 && code <= 122) return code - 32;
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) ? code : 0;
};

/** Returns the values to look for. An address has none, because it is found wherever it stands. */
export const knownValues = (type: FindingType, value: string): readonly KnownValue[] => {
  if (type === 'email' || type === 'upi' || PUBLIC_TYPES.has(type)) return [];
  let key = value.toUpperCase().replaceAll(/[^\dA-Z]/g, '');
  // Whoever repeats a phone number often leaves out what stands before the last ten digits.
  if (type === 'phone' && key.length > 10 && /^(?:0|91|0091)[6-9]\d{9}$/.test(key)) key = key.slice(-10);
  if (key.length < LEAST || key.length > LONGEST) return [];
  if (key.replaceAll(/\D/g, '').length < LEAST_DIGITS) return [];
  const pan = type === 'gstin' ? PAN_IN_GSTIN.exec(key)?.[1] : undefined;
  return pan === undefined
    ? [{ type, key }]
    : [
        { type, key },
        { type: 'pan', key: pan },
      ];
};

/** Returns the values of the identifiers that were found in a text. */
export const valuesOf = (reading: Reading, found: readonly Candidate[]): readonly KnownValue[] =>
  found.flatMap(({ type, start, end }) => {
    if (end - start > LONGEST_PLACE) return [];
    const signs = signsIn(reading, start, end);
    let value = '';
    for (let at = start; at < end; at++)
      if (signs[at - start] === 1) value += String.fromCharCode(reading.codes[at]!);
    return knownValues(type, value);
  });

/** The letters and digits of a text as capitals, 0 where a value cannot go on, and the unit of each. */
interface Compact {
  readonly codes: Uint16Array;
  readonly units: Uint32Array;
  readonly length: number;
}

const compactOf = ({ codes, length }: Reading): Compact => {
  const most = length + Math.ceil(length / WIDEST_GAP);
  const signs = new Uint16Array(most);
  const units = new Uint32Array(most);
  let count = 0;
  let last = -1;
  for (let at = 0; at < length; at++) {
    const sign = signOf(codes[at]!);
    if (sign === 0 && KINDS[codes[at]!]! < KIND.latin) continue;
    if (sign !== 0 && at - last - 1 > WIDEST_GAP) count++;
    signs[count] = sign;
    units[count] = at;
    count++;
    last = at;
  }
  return { codes: signs, units, length: count };
};

const BASE = 0x01000193;

const hashOf = (key: string): number => {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, BASE) + key.charCodeAt(at)) | 0;
  return hash;
};

/** Values of one length, by hash. */
interface Table {
  readonly size: number;
  /** What the first of `size` characters contributes to their hash, once another is added. */
  readonly power: number;
  readonly byHash: ReadonlyMap<number, readonly KnownValue[]>;
  /** 1 where a hash of the table has its slot. Most hashes of a text are dismissed by this alone. */
  readonly filter: Uint8Array;
}

/** Values prepared for looking them up in many texts. */
export type KnownValues = readonly Table[];

/** Mixes the high bits of a hash into those that index the filter. */
const slotOf = (hash: number, { length }: Uint8Array): number => (hash ^ (hash >>> 16)) & (length - 1);

const tableOf = (size: number, values: readonly KnownValue[]): Table => {
  const filter = new Uint8Array(values.length > 64 ? 0x10000 : 0x400);
  const byHash = new Map<number, KnownValue[]>();
  for (const value of values) {
    const hash = hashOf(value.key);
    filter[slotOf(hash, filter)] = 1;
    const same = byHash.get(hash);
    if (same === undefined) byHash.set(hash, [value]);
    else same.push(value);
  }
  let power = 1;
  for (let nth = 0; nth < size; nth++) power = Math.imul(power, BASE);
  return { size, power, byHash, filter };
};

/** Prepares values for {@link maskRepeats}. Of two types with the same characters, the first counts. */
export const prepare = (values: readonly KnownValue[]): KnownValues => {
  const byKey = new Map<string, KnownValue>();
  for (const value of values) {
    if (byKey.size === MOST_VALUES) break;
    if (!byKey.has(value.key)) byKey.set(value.key, value);
  }
  const bySize = Map.groupBy(byKey.values(), ({ key }) => key.length);
  return [...bySize].map(([size, ofSize]) => tableOf(size, ofSize));
};

interface Place {
  readonly type: FindingType;
  readonly start: number;
  readonly end: number;
}

/** Finds the values of a table with a rolling hash, so the time does not depend on how many they are. */
const placesOf = (
  { codes, units, length }: Compact,
  { size, power, byHash, filter }: Table,
  places: Place[],
): void => {
  let hash = 0;
  let since = 0;
  for (let at = 0; at < length; at++) {
    if (codes[at] === 0) {
      hash = since = 0;
      continue;
    }
    hash = (Math.imul(hash, BASE) + codes[at]!) | 0;
    if (++since > size) hash = (hash - Math.imul(codes[at - size]!, power)) | 0;
    if (since < size || filter[slotOf(hash, filter)] === 0) continue;
    const first = at - size + 1;
    const start = units[first]!;
    const end = units[at]! + 1;
    if (end - start > LONGEST_PLACE) continue;
    const value = byHash.get(hash)?.find(({ key }) => {
      for (let nth = 0; nth < size; nth++) if (codes[first + nth] !== key.charCodeAt(nth)) return false;
      return true;
    });
    if (value !== undefined) places.push({ type: value.type, start, end });
  }
};

/** Returns the places of known values in a reading, ascending and apart. */
export const repeatsIn = (reading: Reading, known: KnownValues): readonly Place[] => {
  if (known.length === 0) return [];
  const compact = compactOf(reading);
  const places: Place[] = [];
  for (const table of known) placesOf(compact, table, places);
  let end = 0;
  return places
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((place) => place.start >= end && (end = place.end) > 0);
};

/** Masks all letters and digits of a place. Unlike in a finding, angle brackets make no tag of what they enclose. */
const veilPlace = (reading: Reading, type: FindingType, start: number, end: number): string => {
  const signs = Uint8Array.from({ length: end - start }, (_, nth) =>
    Math.min(1, signOf(reading.codes[start + nth]!)),
  );
  return maskSpan(reading, type, start, end, signs);
};

/**
 * Masks every place of the known values in `text`, with any separators between their characters and glued to whatever stands
 * beside them. The time is linear in the text, and does not depend on the number of values.
 */
export const maskRepeats = (text: string, known: KnownValues): string => {
  if (known.length === 0 || text.length < LEAST) return text;
  const reading = read(text);
  let out = '';
  let at = 0;
  for (const { type, start, end } of repeatsIn(reading, known)) {
    out += text.slice(at, sourceStart(reading, start)) + veilPlace(reading, type, start, end);
    at = sourceEnd(reading, end);
  }
  return at === 0 ? text : out + text.slice(at);
};
