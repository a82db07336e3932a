import type { FindingType } from '../identifiers/types.ts';
import { SHORTEST, type KnownValue } from './values.ts';

/** Maximum number of values in one index. */
const MOST_VALUES = 50_000;
const BASE = 0x01000193;

/** Values, indexed by the hash of their first characters, so that one pass over the text finds all of them. */
export interface ValueIndex {
  readonly types: ReadonlyMap<string, FindingType>;
  /** Lengths of the values that start with the hashed characters, in descending order. */
  readonly lengths: ReadonlyMap<number, readonly number[]>;
  /** 1 at the slot of every hash. The filter rules out most positions in the text. */
  readonly filter: Uint8Array;
}

/** Factor by which a character counts in the hash when it leaves the window. */
const POWER = Array.from({ length: SHORTEST }).reduce<number>((power) => Math.imul(power, BASE), 1);

/** Moves a rolling hash over {@link SHORTEST} characters by one: `added` enters the window and `removed` leaves it. */
export const rollHash = (hash: number, added: number, removed: number): number =>
  (Math.imul(hash, BASE) + added - Math.imul(removed, POWER)) | 0;

/** Returns a hash's slot, mixing in the high bits. */
const slotOf = (hash: number, { length }: Uint8Array): number => (hash ^ (hash >>> 16)) & (length - 1);

const hashOfStart = (key: string): number => {
  let hash = 0;
  for (let at = 0; at < SHORTEST; at++) hash = rollHash(hash, key.charCodeAt(at), 0);
  return hash;
};

/** Returns the lengths of the values that may start with the characters of this hash. */
export const lengthsAt = ({ filter, lengths }: ValueIndex, hash: number): readonly number[] | undefined =>
  filter[slotOf(hash, filter)] === 0 ? undefined : lengths.get(hash);

/** Indexes values. If two types have the same characters, the first one counts. */
export const indexOf = (values: readonly KnownValue[]): ValueIndex => {
  const types = new Map<string, FindingType>();
  const lengths = new Map<number, number[]>();
  const filter = new Uint8Array(values.length > 64 ? 0x10000 : 0x400);
  for (const { type, key } of values) {
    if (types.size === MOST_VALUES) break;
    if (types.has(key)) continue;
    types.set(key, type);
    const hash = hashOfStart(key);
    filter[slotOf(hash, filter)] = 1;
    const same = lengths.get(hash);
    if (same === undefined) lengths.set(hash, [key.length]);
    else if (!same.includes(key.length)) same.push(key.length);
  }
  for (const same of lengths.values()) same.sort((a, b) => b - a);
  return { types, lengths, filter };
};

/** Returns an index of these values, or none if there are no values to look for. */
export const indexesOf = (values: readonly KnownValue[]): readonly ValueIndex[] =>
  values.length === 0 ? [] : [indexOf(values)];
