import { parseDay } from '../dates.ts';
import { flagOf, memberOf, textOf, type Case } from '../members.ts';
import { MAX_LINES, linesOf, lineTotal, quantityOf } from '../rules/kyc/bill.ts';
import type { Reason } from '../rules/reason.ts';
import type { BillLine } from './claim.ts';

/**
 * A bill that was read, and why some of its lines could not be read. A bill with faults is not adjudicated.
 */
export interface ReadBill {
  readonly lines: readonly BillLine[];
  readonly faults: readonly Reason[];
}

/** Reads the lines of a bill from a free-form member. Never throws, whatever the member is. */
export const readBill = (items: unknown): ReadBill => {
  const given = linesOf(items);
  if (given === undefined) return { lines: [], faults: [tooLong(items)] };
  const lines: BillLine[] = [];
  const faults: Reason[] = [];
  for (const [index, line] of given.entries()) {
    const read = readLine(line);
    if (typeof read === 'string') faults.push({ code: 'BILL-LINE', detail: `line ${index + 1}: ${read}` });
    else lines.push(read);
  }
  return { lines, faults };
};

const tooLong = (items: unknown): Reason => ({
  code: 'BILL-LINES',
  detail: Array.isArray(items)
    ? `the bill has ${items.length} lines, at most ${MAX_LINES} are read`
    : 'the items are not a list of lines',
});

const readLine = (line: unknown): BillLine | string => {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return 'not a line with a head';
  const members = line as Case;
  const amount = lineTotal(members);
  if (typeof amount === 'string') return amount;
  const text = textOf(members, 'text', 'description', 'item');
  const head = textOf(members, 'head', 'category') || text;
  if (head === '') return 'it has no head';
  const writtenDate = textOf(members, 'date');
  const date = writtenDate === '' ? undefined : parseDay(writtenDate);
  if (writtenDate !== '' && date === undefined) return 'its date cannot be read';
  const isStated = DAYS.some((name) => (memberOf(members, name) ?? null) !== null);
  const days = isStated ? quantityOf(members, DAYS) : undefined;
  if (isStated && days === undefined) return 'its number of days cannot be read';
  const icu = flagOf(members, 'icu');
  if (icu === undefined && (memberOf(members, 'icu') ?? null) !== null) return 'icu is neither yes nor no';
  return { head, text, amount, days, date, icu: icu === true };
};

/** Members that state the days of a room, the most specific first. */
const DAYS = ['days', 'quantity', 'qty', 'units'];
