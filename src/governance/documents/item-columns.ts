import { type Millionths, times, near, PAISA, HALF_RUPEE } from './decimal.ts';
import type { Figure } from './lines.ts';

const ROLES = ['quantity', 'price', 'discount', 'taxable', 'rate', 'cgst', 'sgst', 'tax', 'total'] as const;
export type Role = (typeof ROLES)[number];
/** Possible meanings of the numbers after a code, keyed by how many numbers there are. The likeliest come first. */
const ORDERS: readonly (readonly Role[])[] = [
  ['taxable'],
  ['quantity', 'taxable'],
  ['taxable', 'total'],
  ['taxable', 'tax'],
  ['quantity', 'price', 'taxable'],
  ['taxable', 'tax', 'total'],
  ['quantity', 'price', 'taxable', 'total'],
  ['quantity', 'price', 'taxable', 'tax'],
  ['taxable', 'rate', 'tax', 'total'],
  ['taxable', 'cgst', 'sgst', 'total'],
  ['quantity', 'price', 'taxable', 'rate'],
  ['quantity', 'price', 'taxable', 'tax', 'total'],
  ['quantity', 'price', 'taxable', 'rate', 'total'],
  ['quantity', 'price', 'taxable', 'rate', 'tax'],
  ['quantity', 'price', 'discount', 'taxable', 'total'],
  ['quantity', 'price', 'taxable', 'cgst', 'sgst', 'total'],
  ['quantity', 'price', 'taxable', 'rate', 'tax', 'total'],
  ['quantity', 'price', 'discount', 'taxable', 'tax', 'total'],
  ['quantity', 'price', 'discount', 'taxable', 'rate', 'tax', 'total'],
  ['quantity', 'price', 'discount', 'taxable', 'cgst', 'sgst', 'total'],
];

export interface Reading {
  readonly numbers: Partial<Record<Role, Millionths>>;
  readonly rate: Millionths | undefined;
  readonly tax: Millionths | undefined;
  readonly checks: ItemChecks;
}

/** Reads the numbers of a line in one order of columns, and checks their arithmetic. */
export const readAs = (
  order: readonly Role[],
  figures: readonly Figure[],
  rates: readonly Millionths[],
): Reading => {
  const numbers: Partial<Record<Role, Millionths>> = {};
  for (const [at, role] of order.entries()) numbers[role] = figures[at]!.value;
  const { quantity, price, discount = 0n, taxable, cgst, sgst, total } = numbers;
  const rate = numbers.rate ?? (rates.length === 0 ? undefined : rates.reduce((sum, one) => sum + one, 0n));
  const tax = numbers.tax ?? (cgst === undefined || sgst === undefined ? undefined : cgst + sgst);
  const due = rate === undefined || taxable === undefined ? undefined : times(taxable, rate) / 100n;
  const added = tax ?? due;
  const checks: ItemChecks = {
    amount:
      quantity === undefined || price === undefined || taxable === undefined
        ? null
        : near(times(quantity, price) - discount, taxable, PAISA),
    tax: due === undefined || tax === undefined ? null : near(due, tax, HALF_RUPEE),
    total:
      total === undefined || taxable === undefined || added === undefined
        ? null
        : near(taxable + added, total, tax === undefined ? HALF_RUPEE : PAISA),
  };
  // A number with odd commas (`2,600,00`) may have lost a digit or its point, unless the line's arithmetic confirms it.
  if (!Object.values(checks).includes(true))
    for (const [at, role] of order.entries()) if (figures[at]!.odd) delete numbers[role];
  return { numbers, rate, tax, checks };
};

/** Scores how well a line's arithmetic holds. */
export const scoreOf = ({ checks }: Reading): number =>
  Object.values(checks).reduce((sum, holds) => sum + (holds === null ? 0 : holds ? 2 : -1), 0);

/** Returns the reading whose arithmetic fits best, and the likeliest one if several fit equally well. */
export const bestReading = (figures: readonly Figure[]): Reading | undefined => {
  const rates = figures.filter(({ percent }) => percent).map(({ value }) => value);
  const plain = figures.filter(({ percent }) => !percent);
  let best: Reading | undefined;
  for (const order of ORDERS) {
    if (order.length !== plain.length || (rates.length > 0 && order.includes('rate'))) continue;
    const reading = readAs(order, plain, rates);
    const { rate } = reading;
    if (order.includes('rate') && (rate === undefined || rate > 100n * 100n * HUNDREDTH)) continue;
    if (best === undefined || scoreOf(reading) > scoreOf(best)) best = reading;
  }
  return best;
};

/** Verdicts on a line's arithmetic; null if a number that the check needs is missing. */
export interface ItemChecks {
  /** Whether quantity times price, minus the discount, equals the taxable value. */
  readonly amount: boolean | null;
  /** Whether taxable value times rate equals the tax. */
  readonly tax: boolean | null;
  /** Whether taxable value and tax add up to the total. */
  readonly total: boolean | null;
}

const HUNDREDTH = 10_000n;
