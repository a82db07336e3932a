import { z } from 'zod';
import type { backtestSchema } from '../../contract/backtest.ts';
import type { StoredBacktest } from '../../store/rule-sets/backtests.ts';
import { formatRupees } from '../../governance/amounts.ts';

export type Shown = z.input<typeof backtestSchema>;
const rupees = (paise: string): string => formatRupees(BigInt(paise));

/** Shows a backtest as the API returns it. */
export const show = (stored: StoredBacktest): Shown => {
  const { result } = stored;
  return {
    id: stored.id,
    state: stored.state,
    rule_set: stored.pin,
    against: stored.against,
    vertical: stored.vertical as Shown['vertical'],
    from: stored.from_at?.toISOString() ?? null,
    to: stored.to_at.toISOString(),
    total: stored.total,
    done: stored.done,
    result: {
      ...result,
      matrix: { ...result.matrix },
      codes: { ...result.codes },
      skipped: { ...result.skipped },
      approved:
        stored.vertical === 'kyc'
          ? { before: rupees(result.approved.before), after: rupees(result.approved.after) }
          : null,
      differences: result.differences.map(({ run_id, amount, before, after }) => ({
        run_id,
        amount: amount === null ? null : rupees(amount),
        before: { ...before, reasons: [...before.reasons], hits: [...before.hits] },
        after: { ...after, reasons: [...after.reasons], hits: [...after.hits] },
      })),
    },
    asked_by: stored.asked_by,
    created_at: stored.created_at.toISOString(),
    finished_at: stored.finished_at?.toISOString() ?? null,
  };
};
