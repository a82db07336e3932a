/** Search values of identifiers, for finding repeats of them. */
import { PUBLIC_TYPES, type FindingType } from '../identifiers/types.ts';
import type { Candidate } from '../pii/candidate.ts';
import { signsIn } from '../pii/mask-span.ts';
import type { Reading } from '../text/reading.ts';

/** An identifier that is known to belong to a person. */
export interface KnownValue {
  readonly type: FindingType;
  /** The identifier's digits and ASCII capitals, without separators. */
  readonly key: string;
}

/** Minimum number of characters and digits of a known value. Shorter values occur in other numbers by chance. */
export const SHORTEST = 8;
const FEWEST_DIGITS = 4;
const LONGEST = 34;
/** Maximum length of the text that a value's characters may be spread over. {@link StreamMask} holds back as much. */
export const LONGEST_PLACE = 80;

/** Prefixes that people often leave out when they repeat a phone number. */
const PREFIXED_PHONE = /^(?:0|91|0091)[6-9]\d{9}$/;
const PAN_IN_GSTIN = /^\d{2}([A-Z]{5}\d{4}[A-Z])[A-Z\d]{3}$/;

/** Returns the capital or digit that an ASCII letter or digit stands for, and 0 for all other units. */
export const signOf = (code: number): number => {
  if (code >= 97 && code <= 122) return code - 32;
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) ? code : 0;
};

/** Returns whether the scan finds every occurrence of this type by itself, or need not, because the type is public. */
const needsNoSearch = (type: FindingType): boolean =>
  type === 'email' || type === 'upi' || PUBLIC_TYPES.has(type);

const addKey = (into: KnownValue[], type: FindingType, written: string): void => {
  const key = type === 'phone' && PREFIXED_PHONE.test(written) ? written.slice(-10) : written;
  if (key.length < SHORTEST || key.length > LONGEST) return;
  let digits = 0;
  for (let at = 0; at < key.length; at++) if (key.charCodeAt(at) <= 57) digits++;
  if (digits < FEWEST_DIGITS) return;
  into.push({ type, key });
  const pan = type === 'gstin' ? PAN_IN_GSTIN.exec(key)?.[1] : undefined;
  if (pan !== undefined) into.push({ type: 'pan', key: pan });
};

/** Returns the values to look for if a record contains the identifier `value`. A GSTIN also contains a PAN. */
export const knownValues = (type: FindingType, value: string): readonly KnownValue[] => {
  const values: KnownValue[] = [];
  if (!needsNoSearch(type)) addKey(values, type, value.toUpperCase().replaceAll(/[^\dA-Z]/g, ''));
  return values;
};

/** Returns the search values of the identifiers found in a reading. */
export const valuesOf = (reading: Reading, found: readonly Candidate[]): readonly KnownValue[] => {
  const values: KnownValue[] = [];
  for (const { type, start, end } of found) {
    if (needsNoSearch(type) || end - start > LONGEST_PLACE) continue;
    const signs = signsIn(reading, start, end);
    const codes: number[] = [];
    for (let at = start; at < end; at++) {
      const sign = signs[at - start] === 1 ? signOf(reading.codes[at]!) : 0;
      if (sign !== 0) codes.push(sign);
    }
    addKey(values, type, String.fromCharCode(...codes));
  }
  return values;
};
