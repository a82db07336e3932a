/**
 * Reads the cells of an institution's files as its offices write them: `05/04/2026`, `₹ 5,00,000`, `yes`, long numbers as text. A
 * cell that cannot be read gets a reason that says what to change in the file, and never repeats the cell.
 */
import { parseRupees } from '../amounts.ts';
import { formatDay, parseDay } from '../dates.ts';
import { isAadhaar } from '../identifiers/aadhaar.ts';
import { isPan, panHolder } from '../identifiers/pan.ts';
import { isIndianMobile } from '../identifiers/phone.ts';
import { recordable } from '../recordable.ts';
import { plainText } from '../text/plain.ts';
import { normalise } from '../text/reading.ts';

/** The reason why a cell cannot be read. */
export class Unreadable {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export type CellReader<T> = (cell: string) => T | Unreadable;

/** Maximum length of a cell, in characters. */
export const MAX_CELL = 2_000;

const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
const EXPONENT_SIGN = /E[+-]/i;

const LOST_DIGITS = new Unreadable(
  'a number such as 1.23E+11 has lost its digits: format the column as text in the spreadsheet and export it again',
);

/** Returns whether a spreadsheet has replaced a long number's digits by an exponent. */
const hasLostDigits = (cell: string): boolean => EXPONENT.test(cell) && EXPONENT_SIGN.test(cell);

/**
 * Removes what spreadsheets put around a text: spaces, the apostrophe before a text that looks like a formula, and `="…"`, which
 * keeps leading zeros.
 */
export const cleanCell = (cell: string): string => {
  const text = cell.trim();
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1).trim();
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
};

const RECORD_NUMBER = /^[A-Z0-9/-]{1,40}$/;

/** Reads a policy's or an account's number: upper case, without spaces, leading zeros kept. */
export const recordNumber: CellReader<string> = (cell) => {
  if (RECORD_NUMBER.test(cell)) return cell;
  if (hasLostDigits(cell)) return LOST_DIGITS;
  const text = plainText(cell).toUpperCase().replaceAll(/\s+/g, '');
  if (RECORD_NUMBER.test(text)) return text;
  return text.length > 40
    ? new Unreadable('expected at most 40 characters')
    : new Unreadable('expected letters, digits, "/" and "-" only');
};

/** Maximum number of distinct cells whose result is kept. Dates and amounts repeat all the time in a file. */
const REMEMBERED = 20_000;

const remembering = <T>(read: CellReader<T>): CellReader<T> => {
  const known = new Map<string, T | Unreadable>();
  return (cell) => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    const value = read(cell);
    if (known.size >= REMEMBERED) known.clear();
    if (cell.length <= 30) known.set(cell, value);
    return value;
  };
};

/** Reads a date, the day first, as `2026-04-05`. */
export const date: CellReader<string> = remembering((cell) => {
  const day = parseDay(cell);
  if (day !== undefined) return formatDay(day);
  if (/^\d{5}(?:\.\d+)?$/.test(cell))
    return new Unreadable(
      'expected a date such as 05/04/2026; format the column as a date in the spreadsheet',
    );
  return new Unreadable('expected a date such as 05/04/2026 (day first) or 2026-04-05');
});

/** Reads a name that matches a pattern, in lower case. */
export const nameLike =
  (pattern: RegExp, expected: string): CellReader<string> =>
  (cell) => {
    const text = plainText(cell).toLowerCase();
    return pattern.test(text) ? text : new Unreadable(`expected ${expected}`);
  };

/** Largest amount in paise, so that sums of amounts stay exact everywhere. */
const MAX_PAISE = 1_000_000_000_000_000n;

const amountAtLeast = (least: bigint, expected: string): CellReader<string> =>
  remembering((cell) => {
    if (hasLostDigits(cell)) return LOST_DIGITS;
    const paise = parseRupees(cell);
    if (paise === undefined)
      return new Unreadable('expected an amount in rupees such as 5,00,000 or 500000.00');
    if (paise < least) return new Unreadable(expected);
    return paise > MAX_PAISE ? new Unreadable('expected at most 10,00,000 crore rupees') : paise.toString();
  });

/** Reads an amount in rupees as paise. */
export const amount = amountAtLeast(0n, 'expected an amount that is not negative');
export const amountAboveZero = amountAtLeast(1n, 'expected an amount above zero');

/** Reads one of several words, in any case, with spaces or hyphens in place of underscores. */
export const oneOf = <T extends string>(
  words: readonly T[],
  others: Readonly<Record<string, T>> = {},
): CellReader<T> => {
  const known = new Map<string, T>([
    ...words.map((word) => [word, word] as const),
    ...Object.entries(others),
  ]);
  const refusal = new Unreadable(`expected one of: ${words.join(', ')}`);
  return (cell) =>
    known.get(cell) ??
    known.get(
      plainText(cell)
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    ) ??
    refusal;
};

const flag = oneOf(['yes', 'no'], {
  true: 'yes',
  y: 'yes',
  '1': 'yes',
  हाँ: 'yes',
  हां: 'yes',
  in: 'yes',
  in_network: 'yes',
  false: 'no',
  n: 'no',
  '0': 'no',
  नहीं: 'no',
  out: 'no',
  out_of_network: 'no',
});

/** Reads yes or no, in words of English or Hindi, as `true` or `false`. */
export const yesOrNo: CellReader<string> = (cell) => {
  const word = flag(cell);
  return typeof word === 'string' ? String(word === 'yes') : new Unreadable('expected yes or no');
};

/** Reads a whole number up to 10,000. */
export const smallNumber: CellReader<string> = (cell) => {
  const text = plainText(cell);
  return /^\d{1,5}$/.test(text) && Number(text) <= 10_000
    ? String(Number(text))
    : new Unreadable('expected a whole number from 0 to 10000');
};

/** Reads a PAN in capitals without separators. */
export const pan: CellReader<string> = (cell) => {
  const text = normalise(cell).toUpperCase().replaceAll(/[\s-]/g, '');
  if (isPan(text) && panHolder(text) !== undefined) return text;
  return new Unreadable('expected a PAN: five letters, four digits, one letter');
};

/** Reads an Aadhaar number as twelve digits. */
export const aadhaar: CellReader<string> = (cell) => {
  if (hasLostDigits(cell)) return LOST_DIGITS;
  const text = normalise(cell).replaceAll(/[\s-]/g, '');
  return isAadhaar(text) ? text : new Unreadable('expected an Aadhaar number of twelve digits');
};

/** Reads an email address in lower case. */
export const email: CellReader<string> = (cell) => {
  const text = plainText(cell).toLowerCase();
  return /^[^\s\p{Cc}@<>",;]{1,64}@[^\s\p{Cc}@<>",;]{1,190}$/u.test(text)
    ? text
    : new Unreadable('expected an email address');
};

/** Reads an Indian mobile number as `+91` and ten digits. */
export const mobile: CellReader<string> = (cell) => {
  if (hasLostDigits(cell)) return LOST_DIGITS;
  return isIndianMobile(cell)
    ? `+91${normalise(cell).replaceAll(/\D/g, '').slice(-10)}`
    : new Unreadable('expected an Indian mobile number of ten digits, with or without +91');
};

/** Reads a text for the records, with identifiers masked. */
export const textUpTo =
  (length: number): CellReader<string> =>
  (cell) => {
    if (cell.length > length) return new Unreadable(`expected at most ${length} characters`);
    const text = recordable(cell, length);
    return text === '' ? new Unreadable('expected a text') : text;
  };
