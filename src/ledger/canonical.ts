import canonicalize from 'canonicalize';
import { LedgerEntryError } from './errors.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

const MAX_DEPTH = 64;

/** NUL, which Postgres cannot store, and surrogates without their other half, which have no UTF-8 form. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The first `max` code points of a text; never half of one. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  let end = 0;
  for (let taken = 0; taken < max && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
};

/** Counts what it replaced, so that the entry can say so. */
export class Sanitiser {
  replaced = 0;

  text(value: string): string {
    if (value.isWellFormed() && !value.includes('\0')) return value;
    return value.replaceAll(UNSTORABLE, () => {
      this.replaced += 1;
      return '\ufffd';
    });
  }

  /** A copy of `value` in which every string, member names too, can be stored. Members that are undefined are left out. */
  json(value: Json, where: string, depth = 0): Json {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number') return checkedNumber(value, where);
    if (depth >= MAX_DEPTH) throw new LedgerEntryError(`${where} is nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(value)) return value.map((item: Json) => this.json(item, where, depth + 1));
    return this.#object(value as JsonObject, where, depth);
  }

  #object(value: JsonObject, where: string, depth: number): JsonObject {
    const prototype: unknown = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined;
    if (prototype !== Object.prototype && prototype !== null) {
      throw new LedgerEntryError(`${where} holds something that is not JSON`);
    }
    const members = Object.entries(value as Record<string, Json | undefined>).flatMap(([name, member]) =>
      member === undefined ? [] : [[this.text(name), this.json(member, where, depth + 1)] as const],
    );
    return Object.fromEntries(members);
  }
}

/** Whole numbers above 2^53 lose digits in JavaScript before they get here: they belong in strings. */
const checkedNumber = (value: number, where: string): number => {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    throw new LedgerEntryError(`${where} holds a number that JSON cannot carry exactly; use a string`);
  }
  return value;
};

/** RFC 8785 text of a sanitised value. */
export const canonicalText = (value: JsonObject): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new LedgerEntryError('The entry is not JSON');
  return text;
};
