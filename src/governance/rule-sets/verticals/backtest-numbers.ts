import type { RunAdjudication } from '../../../contract/adjudication.ts';
import type { Reason } from '../../rules/reason.ts';

export interface ShownHit {
  readonly row: string;
  readonly says: string;
}

/** How one version decided a case, masked. */
export interface ShownSide {
  readonly decision: string;
  readonly reasons: readonly Reason[];
  /** Rows that matched: `table.row`, and the code with its detail, or the name with its number. */
  readonly hits: readonly ShownHit[];
  /** How the terms of a product decided the claim's bill; absent for the rules of a vertical. */
  readonly adjudication?: Pick<RunAdjudication, 'outcome' | 'amount' | 'adjustments'>;
}

export interface BacktestDifference {
  readonly run_id: string;
  /** The difference of the approved amounts, in paise; null if the case has no amount. */
  readonly amount: string | null;
  readonly before: ShownSide;
  readonly after: ShownSide;
}

/** A run under both versions, masked. */
export type BothSides = Pick<BacktestDifference, 'run_id' | 'before' | 'after'>;

/**
 * Numbers of a backtest so far. They are JSON, with amounts in paise as text, so that a stored backtest can
 * continue.
 */
export interface BacktestNumbers {
  readonly runs: number;
  /** Number of runs by both decisions, such as `approve > escalate`; under the terms of a product by both outcomes. */
  readonly matrix: Readonly<Record<string, number>>;
  /** Runs for which the older version makes the original decision. */
  readonly as_recorded: number;
  /** Runs with the same decision for other reasons. */
  readonly other_reasons: number;
  /** Runs with the same outcome and another approved amount. Absent in backtests of earlier releases. */
  readonly other_amounts?: number;
  /** Sums of what each version approves. */
  readonly approved: { readonly before: string; readonly after: string };
  readonly codes: Readonly<Record<string, { readonly before: number; readonly after: number }>>;
  /** Runs that cannot be decided again, by the reason. */
  readonly skipped: Readonly<Record<SkippedBecause, number>>;
  /** The largest by amount, largest first. */
  readonly differences: readonly BacktestDifference[];
  /** Every run, even without a difference. Only in backtests of named runs. */
  readonly each?: readonly BothSides[];
}

/** Why a run cannot be decided again: its case was erased, its rows are gone, or deciding it failed (in a shadow). */
export type SkippedBecause = 'erased' | 'incomplete' | 'failed';

export const NO_NUMBERS: BacktestNumbers = {
  runs: 0,
  matrix: {},
  as_recorded: 0,
  other_reasons: 0,
  approved: { before: '0', after: '0' },
  codes: {},
  other_amounts: 0,
  skipped: { erased: 0, incomplete: 0, failed: 0 },
  differences: [],
};
