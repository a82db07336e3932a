import { LedgerEntryError } from './errors.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

const MAX_DEPTH = 64;

/** NUL, which Postgres cannot store, and lone surrogates, which have no UTF-8 form. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Returns the first `max` code points of a string, without splitting a surrogate pair. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  let end = 0;
  for (let taken = 0; taken < max && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
};

/**
 * Writes values in RFC 8785 canonical form: members ordered by their UTF-16 code units, no white space, numbers and escapes as
 * ECMAScript writes them. For speed it cleans and writes in one pass, since every entry goes through it: characters that cannot
 * be stored become U+FFFD, and `replaced` counts them.
 */
export class CanonicalWriter {
  replaced = 0;

  /**
   * Writes a value. Omits undefined members, as JSON.stringify does.
   * @param where name for error messages, which never show a value
   * @throws LedgerEntryError for values that JSON cannot represent exactly, and for nesting deeper than 64
   */
  write(value: Json, where: string, depth = 0): string {
    if (typeof value === 'string') return JSON.stringify(this.#clean(value));
    if (typeof value === 'number') return String(exact(value, where));
    if (typeof value === 'boolean' || value === null) return String(value);
    if (depth >= MAX_DEPTH) throw new LedgerEntryError(`${where} is nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(value))
      return `[${value.map((item: Json) => this.write(item, where, depth + 1)).join()}]`;
    return this.#writeObject(value as JsonObject, where, depth);
  }

  #writeObject(value: JsonObject, where: string, depth: number): string {
    if (!isPlainObject(value)) throw new LedgerEntryError(`${where} contains a value that is not JSON`);
    const names = Object.keys(value).toSorted();
    if (!names.every(isStorable)) return this.#writeObject(this.#renamed(value), where, depth);
    let text = '';
    for (const name of names) {
      const member: Json | undefined = value[name];
      if (member === undefined) continue;
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${this.write(member, where, depth + 1)}`;
    }
    return `{${text}}`;
  }

  /**
   * Replaces characters that cannot be stored in member names. Adds suffixes to names that become equal, so that no member is
   * lost.
   */
  #renamed(value: JsonObject): JsonObject {
    const renamed = new Map<string, Json>();
    for (const [name, member] of Object.entries(value)) {
      let free = this.#clean(name);
      while (renamed.has(free) || (free !== name && Object.hasOwn(value, free))) free += '\ufffd';
      renamed.set(free, member);
    }
    return Object.fromEntries(renamed);
  }

  #clean(text: string): string {
    if (isStorable(text)) return text;
    return text.replaceAll(UNSTORABLE, () => {
      this.replaced += 1;
      return '\ufffd';
    });
  }
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const isPlainObject = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Refuses whole numbers above 2^53, because JavaScript has already lost some of their digits. Such numbers belong in strings. */
const exact = (value: number, where: string): number => {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    throw new LedgerEntryError(`${where} contains a number that JSON cannot represent exactly; use a string`);
  }
  return value;
};
