import { formatRupees, showRupees } from '../amounts.ts';
import { addMonths, formatDay } from '../dates.ts';
import { shareOf } from '../adjudication/money.ts';

/** The largest whole number that a cell can hold. */
export const MAX_INT = 2n ** 63n - 1n;

/** Numbers of days that calendar functions accept: 1900 to 2200. */
const EARLIEST = -25_567n;
const LATEST = 84_370n;

const dayOf = (day: bigint): number => {
  if (day < EARLIEST || day > LATEST) throw new RangeError('the day is outside 1900 to 2200');
  return Number(day);
};

/** Returns `a * b / c`, rounded half up, without an overflow in between. */
const mulDiv = (a: bigint, b: bigint, c: bigint): bigint => {
  if (a < 0n || b < 0n || c <= 0n)
    throw new RangeError('mulDiv needs values of at least 0 and a divisor above 0');
  const result = shareOf(a, b, c);
  if (result > MAX_INT) throw new RangeError('the result of mulDiv is too large');
  return result;
};

const months = (day: bigint, number: bigint): bigint => {
  if (number < 0n || number > 1_200n) throw new RangeError('the number of months is outside 0 to 1,200');
  return BigInt(addMonths(dayOf(day), Number(number)));
};

/** Functions for cells, besides those of the language. Days are counted since 1970-01-01, and money is in paise. */
export const FUNCTIONS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  'mulDiv(int, int, int): int': mulDiv,
  'addMonths(int, int): int': months,
  'date(int): string': (day: bigint) => formatDay(dayOf(day)),
  'rupees(int): string': formatRupees,
  'shownRupees(int): string': showRupees,
  'join(list<string>, string): string': (texts: readonly string[], between: string) => texts.join(between),
};

/**
 * Functions and methods that a cell may call. Regular expressions are left out, because one can take longer than any deadline, and
 * so is everything that reads a clock.
 */
export const CALLABLE: ReadonlySet<string> = new Set([
  'mulDiv',
  'addMonths',
  'date',
  'rupees',
  'shownRupees',
  'join',
  'string',
  'int',
  'size',
  'startsWith',
  'endsWith',
  'contains',
]);

/**
 * Macros that iterate over a list. One must not contain another, so that the cost of a cell grows with its
 * list, not faster.
 */
export const MACROS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);
