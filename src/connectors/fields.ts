/** Reads the fields of a record from another system. */
import { type Day, parseDay } from '../governance/dates.ts';
import { parseRupees } from '../governance/amounts.ts';
import { plainText } from '../governance/text/plain.ts';

/** Thrown inside a reader; the field's name is the only part of the record that is reported. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, expected: string) {
    super(`"${field}" is missing or not ${expected}`);
    this.field = field;
  }
}

const MAX_TEXT = 300;

/** Largest amount in paise, so that sums of amounts stay exact everywhere. */
const MAX_PAISE = 1_000_000_000_000_000n;

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a field as text; '' if it is missing. Numbers beyond 15 digits may have lost some, so they are refused. */
export const textOf = (record: Fields, field: string): string => {
  const value = record[field];
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e15) return String(value);
  if (typeof value === 'string' && value.length <= MAX_TEXT) return plainText(value).trim();
  throw new FieldError(field, 'a short text');
};

export const numberOf = (record: Fields, field = 'number'): string => {
  const text = textOf(record, field).toUpperCase().replaceAll(/\s+/g, '');
  if (!/^[A-Z0-9/-]{1,40}$/.test(text)) throw new FieldError(field, 'letters, digits, "/" and "-"');
  return text;
};

export const wordOf = <T extends string>(record: Fields, field: string, words: readonly T[]): T => {
  const text = textOf(record, field)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const word = words.find((one) => one === text);
  if (word === undefined) throw new FieldError(field, `one of ${words.join(', ')}`);
  return word;
};

export const dayOf = (record: Fields, field: string): Day => {
  const day = parseDay(textOf(record, field).replace(/T\d\d:.*$/, ''));
  if (day === undefined) throw new FieldError(field, 'a date such as 2026-04-05');
  return day;
};

export const amountOf = (record: Fields, field: string, least: bigint): bigint => {
  const paise = parseRupees(textOf(record, field));
  if (paise === undefined || paise < least || paise > MAX_PAISE)
    throw new FieldError(field, 'an amount in rupees such as 500000.00');
  return paise;
};

export const has = (record: Fields, field: string): boolean => textOf(record, field) !== '';
