import { formatRupees } from '../../amounts.ts';
import { applies, type StageContext, type StageWork } from '../context.ts';
import { shareOf, sumOf } from '../money.ts';

/** Pays associated medical expenses in the proportion of the allowed to the billed room rent. */
export const proportionStage: StageWork = (sheet, context) => {
  const { claim, terms, heads, conditions } = context;
  const rule = terms.proportion;
  if (rule === undefined) return;
  if (rule.unless !== undefined && applies(sheet, conditions, 'the proportionate deduction', rule.unless)) {
    sheet.pass('proportion', 'the proportionate deduction does not apply');
    return;
  }
  const rooms = [...claim.lines.keys()].filter(
    (index) => heads[index] === rule.room && isPart(context, index),
  );
  const billed = sumOf(rooms.map((index) => claim.lines[index]!.amount));
  const allowed = sumOf(rooms.map((index) => sheet.left[index]!));
  if (allowed === billed) {
    sheet.pass('proportion', 'the room rent is allowed in full');
    return;
  }
  const ratio = `${formatRupees(allowed)} / ${formatRupees(billed)}`;
  for (const index of claim.lines.keys()) {
    if (!rule.heads.includes(heads[index] ?? '') || !isPart(context, index) || claim.lines[index]!.icu)
      continue;
    const before = sheet.left[index]!;
    sheet.cutLine('proportion', index, {
      code: rule.code,
      amount: before - shareOf(before, allowed, billed),
      formula: `${formatRupees(before)} x ${ratio}`,
      clause: rule.clause,
    });
  }
};

/** Returns whether a line belongs to the stay. Expenses before and after it do not depend on the room. */
const isPart = ({ claim, admission, discharge }: StageContext, index: number): boolean => {
  const { date } = claim.lines[index]!;
  return date === undefined || (date >= admission && date <= discharge);
};
