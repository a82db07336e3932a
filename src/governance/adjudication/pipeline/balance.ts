import { formatRupees } from '../../amounts.ts';
import type { LimitWork } from '../context.ts';

/** Limits the claim to the remaining sum insured whose waiting periods are over, and the remaining bonus. */
export const balanceStage: LimitWork = (sheet, { cover, terms, served, sumInsured }) => {
  const { bonus, used } = cover;
  const whole = served + bonus;
  const left = served === 0n || whole < used ? 0n : whole - used;
  const parts = [
    formatRupees(served),
    ...(bonus === 0n ? [] : [`+ ${formatRupees(bonus)} bonus`]),
    ...(used === 0n ? [] : [`- ${formatRupees(used)} used`]),
  ].join(' ');
  const why =
    served < sumInsured
      ? `; of ${formatRupees(sumInsured)} only ${formatRupees(served)} has served the wait`
      : '';
  if (sheet.total <= left) {
    sheet.pass('balance', `${formatRupees(left)} of the sum insured is left`);
    return;
  }
  sheet.cutClaim('balance', {
    code: 'BALANCE',
    amount: sheet.total - left,
    formula: `${formatRupees(sheet.total)} - (${parts})${why}`,
    clause: terms.balance.clause,
  });
};
