import type { RunAdjudication } from '../../../contract/adjudication.ts';
import type { Reason } from '../../rules/reason.ts';
import type { Hit } from '../evaluate.ts';
import {
  type ShownHit,
  type ShownSide,
  type BacktestDifference,
  type BacktestNumbers,
  type BothSides,
  NO_NUMBERS,
  type SkippedBecause,
} from './backtest-numbers.ts';

/** A rule set's decision of a case. */
export interface Redecided {
  readonly decision: string;
  /** The matrix's entry, if it says more than the decision: the outcome under the terms of a product. */
  readonly outcome?: string;
  readonly reasons: readonly Reason[];
  /** The amount that an approval approves, in paise; undefined if a case has none. */
  readonly amount: bigint | undefined;
  /** How the terms of a product decided the bill. */
  readonly adjudication?: RunAdjudication | undefined;
  /** Returns the rows of the rule set that match. Called only for a difference to keep. */
  readonly hits: () => readonly Hit[];
}

/** Number of differences to keep with their traces. */
export const KEPT = 20;
/** Number of codes to count. */
const MAX_CODES = 500;

const hitsShown = (hits: readonly Hit[]): readonly ShownHit[] =>
  hits.slice(0, 50).map(({ table, row, code, detail, name, value }) => ({
    row: `${table}.${row}`,
    says: code === undefined ? `${name ?? ''} ${value ?? 0n}` : `${code}: ${detail ?? ''}`,
  }));

/** Number of deductions to show. */
const MAX_ADJUSTMENTS = 50;

/** Number of reasons to show of a difference. */
const MAX_REASONS = 20;

const shownSide = (
  { decision, reasons, adjudication, hits }: Redecided,
  maxReasons = MAX_REASONS,
): ShownSide => ({
  decision,
  reasons: reasons.slice(0, maxReasons),
  hits: hitsShown(hits()),
  ...(adjudication !== undefined && {
    adjudication: {
      outcome: adjudication.outcome,
      amount: adjudication.amount,
      adjustments: adjudication.adjustments.slice(0, MAX_ADJUSTMENTS),
    },
  }),
});

/** A finished run under both versions. */
export interface BacktestedRun {
  readonly runId: string;
  /** Whether the older version makes the run's original decision. */
  readonly isAsRecorded: boolean;
  readonly before: Redecided;
  readonly after: Redecided;
  /** Masks the case's identifiers. */
  readonly mask: <T>(value: T) => T;
}

/** Adds up a backtest, run by run. Holds only numbers and the differences that it keeps. */
export class Backtest {
  readonly #matrix: Record<string, number>;
  readonly #codes: Record<string, { before: number; after: number }>;
  readonly #skipped: Record<SkippedBecause, number>;
  #runs: number;
  #asRecorded: number;
  #otherReasons: number;
  #otherAmounts: number;
  #before: bigint;
  #after: bigint;
  #differences: readonly BacktestDifference[];
  /** undefined unless every run is kept. */
  #each: readonly BothSides[] | undefined;

  /** @param options.keepsEach keeps what both versions decide of every run, for a few runs */
  constructor(so: BacktestNumbers = NO_NUMBERS, { keepsEach = false } = {}) {
    this.#each = keepsEach ? (so.each ?? []) : undefined;
    this.#runs = so.runs;
    this.#matrix = { ...so.matrix };
    this.#asRecorded = so.as_recorded;
    this.#otherReasons = so.other_reasons;
    this.#otherAmounts = so.other_amounts ?? 0;
    this.#before = BigInt(so.approved.before);
    this.#after = BigInt(so.approved.after);
    this.#codes = Object.fromEntries(Object.entries(so.codes).map(([code, each]) => [code, { ...each }]));
    this.#skipped = { ...NO_NUMBERS.skipped, ...so.skipped };
    this.#differences = so.differences;
  }

  skip(why: SkippedBecause): void {
    this.#skipped[why] += 1;
  }

  add(run: BacktestedRun): void {
    const { before, after } = run;
    const move = `${labelOf(before)} > ${labelOf(after)}`;
    this.#runs += 1;
    this.#matrix[move] = (this.#matrix[move] ?? 0) + 1;
    if (run.isAsRecorded) this.#asRecorded += 1;
    this.#count(before, 'before');
    this.#count(after, 'after');
    this.#before += approvedBy(before);
    this.#after += approvedBy(after);
    const hasMoved = labelOf(before) !== labelOf(after);
    const isOtherAmount = approvedBy(before) !== approvedBy(after);
    if (!hasMoved && isOtherAmount) this.#otherAmounts += 1;
    if (hasMoved || isOtherAmount) this.#keep(run);
    else if (codesOf(before) !== codesOf(after)) this.#otherReasons += 1;
    if (this.#each !== undefined) this.#each = [...this.#each, sidesOf(run)];
  }

  numbers(): BacktestNumbers {
    return {
      runs: this.#runs,
      matrix: this.#matrix,
      as_recorded: this.#asRecorded,
      other_reasons: this.#otherReasons,
      other_amounts: this.#otherAmounts,
      approved: { before: String(this.#before), after: String(this.#after) },
      codes: this.#codes,
      skipped: this.#skipped,
      differences: this.#differences,
      ...(this.#each !== undefined && { each: this.#each }),
    };
  }

  #count({ reasons, adjudication }: Redecided, side: 'before' | 'after'): void {
    const found = [...reasons, ...(adjudication?.adjustments ?? [])];
    for (const code of new Set(found.map((each) => each.code))) {
      if (!Object.hasOwn(this.#codes, code) && Object.keys(this.#codes).length >= MAX_CODES) continue;
      (this.#codes[code] ??= { before: 0, after: 0 })[side] += 1;
    }
  }

  #keep({ runId, before, after, mask }: BacktestedRun): void {
    const more = approvedBy(after) - approvedBy(before);
    const hasAmount = before.amount !== undefined || after.amount !== undefined;
    const amount = more < 0n ? -more : more;
    const last = this.#differences.at(-1);
    if (last !== undefined && this.#differences.length >= KEPT && amount <= amountOf(last)) return;
    const kept = mask({ before: shownSide(before), after: shownSide(after) });
    this.#differences = [
      ...this.#differences,
      { run_id: runId, amount: hasAmount ? String(amount) : null, ...kept },
    ]
      .toSorted((a, b) => (amountOf(a) < amountOf(b) ? 1 : amountOf(a) > amountOf(b) ? -1 : 0))
      .slice(0, KEPT);
  }
}

/** All reasons count, because a caller who names runs judges each of them by its reasons. */
const sidesOf = ({ runId, before, after, mask }: BacktestedRun): BothSides => ({
  run_id: runId,
  ...mask({ before: shownSide(before, Infinity), after: shownSide(after, Infinity) }),
});

const labelOf = ({ decision, outcome }: Redecided): string => outcome ?? decision;

/** The amount that a version approves by itself, in paise. */
export const approvedBy = ({ decision, amount }: Redecided): bigint =>
  decision === 'approve' ? (amount ?? 0n) : 0n;

const codesOf = ({ reasons }: Redecided): string => reasons.map(({ code }) => code).join(' ');

const amountOf = ({ amount }: BacktestDifference): bigint => BigInt(amount ?? 0);
