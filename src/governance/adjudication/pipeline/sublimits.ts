import type { ProductTerms } from '../../../contract/product-terms.ts';
import { formatRupees } from '../../amounts.ts';
import { counterKey } from '../claim.ts';
import { applies, type LimitContext, type LimitWork } from '../context.ts';
import { PART } from '../limited.ts';
import { applyLimit, least, sumOf } from '../money.ts';
import type { Worksheet } from '../worksheet.ts';

type SubLimit = ProductTerms['sublimits'][number];

/**
 * Limits the total that the claim pays for some of its lines. Limits on fewer heads come first, so that each
 * limit is used in full.
 */
export const subLimitsStage: LimitWork = (sheet, context) => {
  const inOrder = context.terms.sublimits.toSorted(
    (a, b) => (a.heads?.length ?? Infinity) - (b.heads?.length ?? Infinity),
  );
  for (const limit of inOrder)
    if (applies(sheet, context.conditions, `the limit for ${limit.title}`, limit.when))
      apply(sheet, context, limit);
};

const apply = (sheet: Worksheet, context: LimitContext, rule: SubLimit): void => {
  const lines = [...context.heads.keys()].filter(
    (index) => rule.heads === undefined || rule.heads.includes(context.heads[index] ?? ''),
  );
  if (lines.length === 0) return;
  const part = rule.part === undefined ? undefined : context.conditions.text(rule.part);
  if (rule.part !== undefined && part === undefined) {
    sheet.refer('RULE-UNKNOWN', `the limit for ${rule.title} cannot be applied: ${rule.part} is not stated`);
    return;
  }
  if (part !== undefined && !PART.test(part)) {
    sheet.refer(
      'RULE-UNKNOWN',
      `the limit for ${rule.title} cannot be applied: ${rule.part} is not a short name`,
    );
    return;
  }
  const key = counterKey(rule.id, part);
  const used = rule.per === 'policy_year' ? (context.cover.counters[key] ?? 0n) : 0n;
  const limit = applyLimit(rule.limit, context.sumInsured);
  const left = limit.amount > used ? limit.amount - used : 0n;
  const billed = sumOf(lines.map((index) => sheet.left[index]!));
  const title = part === undefined ? rule.title : `${rule.title}, ${part}`;
  const shown = used === 0n ? limit.formula : `(${limit.formula} - ${formatRupees(used)} used)`;
  if (rule.per === 'policy_year') sheet.moves[key] = least(billed, left);
  if (billed <= left) {
    sheet.pass('sublimits', `${title} is within ${shown}`);
    return;
  }
  sheet.cutGroup('sublimits', lines, {
    code: rule.code,
    amount: billed - left,
    formula: `${title}: ${formatRupees(billed)} - ${shown}`,
    clause: rule.clause,
  });
};
