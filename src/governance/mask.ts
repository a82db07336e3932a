/** Masks text that is stored or logged: ledger rows, run records, log lines, error messages. */
import { clipStart } from './bounded-text.ts';
import type { FindingType } from './identifiers/types.ts';
import { paginate } from './pii/page.ts';
import { maskSpan } from './pii/mask-span.ts';
import { type KnownValue, type KnownValues, maskRepeats, prepare, repeatsIn, valuesOf } from './repeats.ts';
import { findIn, maskFound, settle } from './scan.ts';
import { read, sourceEnd, sourceStart } from './text.ts';

/** Minimum scan confidence for masking a JSON number, which may also be an amount or a time. */
const SURE = 0.7;

/** Masks one identifier that is known to be of `type`. Keeps separators. */
export const maskValue = (type: FindingType, value: string): string => {
  const reading = read(value);
  return reading.length === 0 ? value : maskSpan(reading, type, 0, reading.length);
};

/** Masks `text` from unit `from`. Identifiers with less than `least` confidence are not masked. Adds the others to `into`. */
const maskFrom = (text: string, from: number, least: number, into: KnownValue[]): string => {
  const page = paginate(text);
  const found = findIn(page).filter(({ confidence }) => confidence >= least);
  for (const value of valuesOf(page.reading, found)) into.push(value);
  return maskFound(page, found, { from, until: text.length, least }) ?? text.slice(from);
};

/**
 * Masks every personal identifier in `text`, the scan's six main types and all others, at every place where it occurs. Other text
 * is unchanged. Masking text that is already masked changes nothing.
 * @param known identifiers found in other texts of the same record
 */
export const maskText = (text: string, known: KnownValues = []): string => {
  const own: KnownValue[] = [];
  const masked = maskFrom(text, 0, 0, own);
  return settle(settle(masked, prepare(own)), known);
};

/** Replaces every identifier in `text` by spaces, wherever it stands again. The public ones go, too: none of them is a quantity. */
export const blankIdentifiers = (text: string): string => {
  const page = paginate(text);
  const { reading } = page;
  const found = findIn(page);
  const places = [...found, ...repeatsIn(reading, prepare(valuesOf(reading, found)))];
  let out = '';
  let at = 0;
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    const [from, to] = [Math.max(at, sourceStart(reading, start)), sourceEnd(reading, end)];
    if (to <= at) continue;
    out += text.slice(at, from) + ' '.repeat(to - from);
    at = to;
  }
  return out + text.slice(at);
};

/**
 * Maximum length of a label. Without a limit, a member name of several megabytes would be read again for each item in its list.
 */
const LONGEST_LABEL = 256;

const maskUnder = (name: string, value: string, least: number, into: KnownValue[]): string => {
  const label = `${clipStart(name, LONGEST_LABEL)}: `;
  return maskFrom(label + value, label.length, least, into);
};

/**
 * Copies a JSON value and masks every string and member name. A member's name is its value's label. A number that is certainly an
 * identifier becomes a masked string. An identifier found in one text is masked in all texts of the value.
 * @param known identifiers found in other texts of the same record
 */
export const maskJson = (value: unknown, known: KnownValues = []): unknown => {
  const own: KnownValue[] = [];
  const masked = maskMember('', value, own);
  return maskAgain(maskAgain(masked, prepare(own)), known);
};

/** Returns the identifiers of all texts of a JSON value, for masking other texts of the same record. */
export const knownIn = (...records: readonly unknown[]): KnownValues => {
  const values: KnownValue[] = [];
  for (const record of records) maskMember('', record, values);
  return prepare(values);
};

const maskMember = (name: string, value: unknown, into: KnownValue[]): unknown => {
  if (typeof value === 'string')
    return name === '' ? maskFrom(value, 0, 0, into) : maskUnder(name, value, 0, into);
  if (isLongNumber(value)) {
    const masked = maskUnder(name, String(value), SURE, into);
    return masked === String(value) ? value : masked;
  }
  if (Array.isArray(value)) return value.map((inner) => maskMember(name, inner, into));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [maskFrom(key, 0, 0, into), maskMember(key, inner, into)]),
  );
};

const isLongNumber = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) >= 1e9 && Number.isInteger(value);

/** Masks the further places of known values in a masked JSON value. */
const maskAgain = (value: unknown, known: KnownValues): unknown => {
  if (known.length === 0) return value;
  if (typeof value === 'string') return settle(value, known);
  if (isLongNumber(value)) {
    const masked = maskRepeats(String(value), known);
    return masked === String(value) ? value : masked;
  }
  if (Array.isArray(value)) return value.map((inner) => maskAgain(inner, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [settle(key, known), maskAgain(inner, known)]),
  );
};
