import { z } from 'zod';
import type { backtestSchema } from '../../contract/backtest.ts';
import type { StoredBacktest } from '../../store/rule-sets/backtests.ts';
import {
  NO_NUMBERS,
  type BacktestNumbers,
  type ShownSide,
} from '../../governance/rule-sets/verticals/backtest-numbers.ts';
import { formatRupees } from '../../governance/amounts.ts';

export type Shown = z.input<typeof backtestSchema>;
const rupees = (paise: string): string => formatRupees(BigInt(paise));

/** Shows a backtest as the API returns it. */
export const show = (stored: StoredBacktest): Shown => {
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
    result: showResult(stored.vertical, stored.result),
    asked_by: stored.asked_by,
    created_at: stored.created_at.toISOString(),
    finished_at: stored.finished_at?.toISOString() ?? null,
  };
};

/** Shows the numbers of a backtest or a shadow. */
export const showResult = (vertical: string, numbers: BacktestNumbers): Shown['result'] => ({
  ...numbers,
  matrix: { ...numbers.matrix },
  codes: { ...numbers.codes },
  other_amounts: numbers.other_amounts ?? 0,
  skipped: { ...NO_NUMBERS.skipped, ...numbers.skipped },
  approved:
    vertical === 'kyc'
      ? { before: rupees(numbers.approved.before), after: rupees(numbers.approved.after) }
      : null,
  differences: numbers.differences.map(({ run_id, amount, before, after }) => ({
    run_id,
    amount: amount === null ? null : rupees(amount),
    before: showSide(before),
    after: showSide(after),
  })),
  each: numbers.each?.map(({ run_id, before, after }) => ({
    run_id,
    before: showSide(before),
    after: showSide(after),
  })),
});

const showSide = ({ adjudication, ...side }: ShownSide) => ({
  ...side,
  reasons: [...side.reasons],
  hits: [...side.hits],
  ...(adjudication !== undefined && {
    adjudication: { ...adjudication, adjustments: [...adjudication.adjustments] },
  }),
});
