/** Identifiers found anywhere in a record, for masking them everywhere in it. */
import { clipStart } from './text/clip.ts';
import type { FindingType } from './identifiers/types.ts';
import { indexesOf, type ValueIndex } from './repeats/value-index.ts';
import { knownValues, type KnownValue, valuesOf } from './repeats/values.ts';
import { hiddenIn, type Scanned, scanned } from './scanned.ts';

/**
 * A record's identifiers. Keeps the scans that found them, so that the same text is not scanned again when it is masked or
 * counted.
 */
export interface KnownValues {
  readonly indexes: readonly ValueIndex[];
  readonly scans: ReadonlyMap<string, Scanned>;
}

export const NOTHING_KNOWN: KnownValues = { indexes: [], scans: new Map() };

/** Minimum scan confidence for masking a JSON number, which may also be an amount or a time. */
export const SURE = 0.7;

/**
 * Maximum length of a label. Without a limit, a member name of several megabytes would be read again for each item in its list.
 */
const LONGEST_LABEL = 256;

/** Returns the text to scan for a member's value: the member's name, which labels the value, and then the value. */
export const labelled = (name: string, value: string): { readonly text: string; readonly from: number } => {
  if (name === '') return { text: value, from: 0 };
  const label = `${clipStart(name, LONGEST_LABEL)}: `;
  return { text: label + value, from: label.length };
};

/** Returns whether a JSON number is long enough to be an identifier. */
export const isLongNumber = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) >= 1e9 && Number.isInteger(value);

/** Returns a scan of the text, reusing the record's own scan if the text belongs to the record. */
export const scanOf = (text: string, { scans }: KnownValues): Scanned => scans.get(text) ?? scanned(text);

/** Returns the identifiers in all strings of these JSON values, for masking them anywhere in the same record. */
export const knownIn = (...records: readonly unknown[]): KnownValues =>
  knownBeside(NOTHING_KNOWN, ...records);

const KEPT = new WeakMap<object, KnownValues>();

/**
 * Returns the identifiers in a value that several steps open, such as a case. Keeps them for as long as the value itself, but not
 * the scans, because those take many times the value's memory.
 */
export const knownInOpened = (value: object): KnownValues => {
  const kept = KEPT.get(value);
  if (kept !== undefined) return kept;
  const known = { ...knownIn(value), scans: NOTHING_KNOWN.scans };
  KEPT.set(value, known);
  return known;
};

/** Returns the identifiers in further values of a record, followed by those that are known already. Reuses its scans. */
export const knownBeside = (known: KnownValues, ...records: readonly unknown[]): KnownValues => {
  const scans = new Map<string, Scanned>();
  const values: KnownValue[] = [];
  const add = (text: string, least: number): void => {
    if (scans.has(text)) return;
    const result = scanOf(text, known);
    scans.set(text, result);
    for (const value of valuesOf(result.page.reading, hiddenIn(result.found, least))) values.push(value);
  };
  // A list of what is left to visit, because a recursive function would overflow the stack on deeply nested values.
  const left: [name: string, value: unknown][] = records.map((record) => ['', record]);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [name, value] = next;
    if (typeof value === 'string') add(labelled(name, value).text, 0);
    else if (isLongNumber(value)) add(labelled(name, String(value)).text, SURE);
    else if (Array.isArray(value)) for (const inner of value) left.push([name, inner]);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        add(key, 0);
        left.push([key, inner]);
      }
  }
  return { indexes: [...indexesOf(values), ...known.indexes], scans };
};

/** Adds identifiers that were found by other means. */
export const alsoKnown = (known: KnownValues, values: readonly KnownValue[]): KnownValues => ({
  ...known,
  indexes: [...known.indexes, ...indexesOf(values)],
});

/** Returns the search values of identifiers whose type is known. */
export const valuesOfAll = (
  identifiers: readonly { readonly type: FindingType; readonly value: string }[],
): readonly KnownValue[] => identifiers.flatMap(({ type, value }) => knownValues(type, value));
