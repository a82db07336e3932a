import { formatRupees } from '../../amounts.ts';
import { applies, type LimitWork } from '../context.ts';
import { percentOf } from '../money.ts';

/** Deducts the policyholder's share of what is payable. The first row that applies decides the share. */
export const copayStage: LimitWork = (sheet, { terms, conditions }) => {
  const row = terms.copay.find(({ when }) => applies(sheet, conditions, 'the co-payment', when));
  if (row === undefined || row.percent === 0) {
    sheet.pass('copay', 'no co-payment applies');
    return;
  }
  sheet.cutClaim('copay', {
    code: 'COPAY',
    amount: percentOf(sheet.total, row.percent),
    formula: `${row.percent} % of ${formatRupees(sheet.total)}`,
    clause: row.clause,
  });
};
