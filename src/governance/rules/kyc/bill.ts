import { showRupees, parseRupees } from '../../amounts.ts';
import type { Case } from '../../members.ts';
import { memberOf, textOf } from '../../members.ts';

/** Maximum number of lines of a bill to read. */
export const MAX_LINES = 1_000;

/** Describes the fault in a bill's lines. Returns undefined if they add up to `amount` or there are none. */
export const billFault = (items: unknown, amount: bigint): string | undefined => {
  const lines = linesOf(items);
  if (lines === undefined) return 'the items are not a list of lines';
  if (lines.length === 0) return undefined;
  let sum = 0n;
  for (const [index, line] of lines.entries()) {
    const total = lineTotal(line);
    if (typeof total === 'string') return `item ${index + 1}: ${total}`;
    sum += total;
  }
  if (sum === amount) return undefined;
  return `the items add up to ${showRupees(sum)}, the claim says ${showRupees(amount)}`;
};

/** Returns a bill's lines, or undefined if it is not a list or too long. Members are often sent as strings, so a list may arrive as JSON text. */
export const linesOf = (items: unknown): readonly unknown[] | undefined => {
  if (items === undefined || items === null || items === '') return [];
  if (Array.isArray(items)) return items.length <= MAX_LINES ? items : undefined;
  if (typeof items !== 'string' || items.length > 100_000) return undefined;
  try {
    const parsed: unknown = JSON.parse(items);
    return Array.isArray(parsed) && parsed.length <= MAX_LINES ? parsed : undefined;
  } catch {
    return undefined;
  }
};

const moneyOf = (line: Case, ...names: readonly string[]): bigint | null | undefined => {
  const name = names.find((each) => memberOf(line, each) !== undefined && memberOf(line, each) !== null);
  return name === undefined ? undefined : (parseRupees(memberOf(line, name)) ?? null);
};

/** Returns a line's total in paise, or describes its fault. A line without a quantity has quantity 1. */
export const lineTotal = (line: unknown): bigint | string => {
  if (typeof line === 'string' || typeof line === 'number') return parseRupees(line) ?? 'not an amount';
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return 'not a line';
  const members = line as Case;
  const unit = moneyOf(members, 'unit', 'unit_price', 'price', 'rate');
  const net = moneyOf(members, 'net', 'total', 'amount');
  if (unit === null || net === null) return 'its amount cannot be read';
  if (unit === undefined) return net ?? 'it has no amount';
  const quantity = quantityOf(members);
  if (quantity === undefined) return 'its quantity cannot be read';
  const total = unit * quantity;
  // Quantities have three decimals (half a day, 1.25 kg).
  if (total % 1_000n !== 0n) return 'unit price times quantity is not whole paise';
  if (net !== undefined && net * 1_000n !== total) return 'unit price times quantity is not its net amount';
  return total / 1_000n;
};

/** Returns the quantity in thousandths: 1,000 if there is none, undefined if it cannot be read. */
export const quantityOf = (
  line: Case,
  names: readonly string[] = ['quantity', 'qty', 'units', 'days'],
): bigint | undefined => {
  const given = names.find((name) => memberOf(line, name) !== undefined);
  if (given === undefined || memberOf(line, given) === null) return 1_000n;
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(textOf(line, given)) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(3, '0'));
};
