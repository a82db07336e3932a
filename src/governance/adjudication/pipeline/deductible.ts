import { formatRupees } from '../../amounts.ts';
import { DEDUCTIBLE_COUNTER } from '../claim.ts';
import { applies, type LimitWork } from '../context.ts';
import { least } from '../money.ts';

/** Deducts the amount that the policyholder bears, per claim or until it is used up in the policy year. */
export const deductibleStage: LimitWork = (sheet, { cover, terms, conditions }) => {
  const rule = terms.deductible;
  if (rule === undefined || !applies(sheet, conditions, 'the deductible', rule.when)) return;
  const yearly = rule.per === 'policy_year';
  const used = yearly ? (cover.counters[DEDUCTIBLE_COUNTER] ?? 0n) : 0n;
  const whole = BigInt(rule.amount);
  const open = whole > used ? whole - used : 0n;
  const amount = least(open, sheet.total);
  if (yearly) sheet.moves[DEDUCTIBLE_COUNTER] = amount;
  sheet.cutClaim('deductible', {
    code: 'DEDUCTIBLE',
    amount,
    formula:
      used === 0n
        ? `min(${formatRupees(sheet.total)}, ${formatRupees(whole)})`
        : `min(${formatRupees(sheet.total)}, ${formatRupees(whole)} - ${formatRupees(least(used, whole))} used)`,
    clause: rule.clause,
  });
};
