import { formatRupees } from '../../amounts.ts';
import type { StageContext, StageWork } from '../context.ts';
import { applyLimit, shareOf } from '../money.ts';
import type { Worksheet } from '../worksheet.ts';

/** A day in the unit of a line's `days`. */
const ONE = 1_000n;

/** Limits the daily cost of rooms. */
export const dayCapsStage: StageWork = (sheet, context) => {
  const { claim, terms, heads, sumInsured } = context;
  const capped = terms.day_caps.map(({ head }) => head);
  const lines = [...claim.lines.keys()].filter((index) => capped.includes(heads[index] ?? ''));
  const days = new Map(lines.map((index) => [index, daysOf(context, index, lines.length)]));
  referOddDays(sheet, context, days);
  for (const cap of terms.day_caps) {
    const limit = applyLimit(cap.limit, sumInsured);
    let cut = false;
    for (const index of lines.filter((each) => heads[each] === cap.head)) {
      const number = days.get(index) ?? stayDays(context);
      const allowed = shareOf(limit.amount, number, ONE);
      const billed = sheet.left[index]!;
      if (billed <= allowed) continue;
      cut = true;
      sheet.cutLine('day_caps', index, {
        code: cap.code,
        amount: billed - allowed,
        formula: `${formatRupees(billed)} - ${showDays(number)} x ${limit.formula}`,
        clause: cap.clause,
      });
    }
    if (!cut) sheet.pass('day_caps', `${cap.head} is within ${limit.formula} a day`);
  }
};

/** Nights of the stay, and at least one day. */
const stayDays = ({ admission, discharge }: StageContext): bigint =>
  BigInt(Math.max(1, discharge - admission)) * ONE;

/** Returns a line's days. If it is the only line with a limit a day and states none, it covers the whole stay. */
const daysOf = (context: StageContext, index: number, lines: number): bigint | undefined =>
  context.claim.lines[index]!.days ?? (lines === 1 ? stayDays(context) : undefined);

/**
 * Refers bills that do not state their days, or state more than the stay has. Hospitals may bill the day of
 * discharge as well.
 */
const referOddDays = (
  sheet: Worksheet,
  context: StageContext,
  days: ReadonlyMap<number, bigint | undefined>,
): void => {
  let sum = 0n;
  for (const [index, number] of days) {
    if (number === undefined) sheet.refer('BILL-DAYS', `line ${index + 1}: its number of days is not stated`);
    sum += number ?? 0n;
  }
  const most = BigInt(Math.max(0, context.discharge - context.admission) + 1) * ONE;
  if (sum > most)
    sheet.refer('BILL-DAYS', `${showDays(sum)} in rooms are billed in a stay of at most ${showDays(most)}`);
};

const showDays = (thousandths: bigint): string => {
  const fraction = String(thousandths % ONE)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${thousandths / ONE}${fraction === '' ? '' : `.${fraction}`} ${thousandths === ONE ? 'day' : 'days'}`;
};
