import type { Reason } from '../../rules/reason.ts';
import type { Facts } from '../built-in/facts.ts';
import type { Hit } from '../evaluate.ts';
import {
  type ShownHit,
  type ShownSide,
  type BacktestDifference,
  type BacktestNumbers,
  NO_NUMBERS,
} from './backtest-numbers.ts';

/** A case as a rule set decides it. */
export interface Redecided {
  readonly decision: string;
  readonly reasons: readonly Reason[];
  /** Claimed amount in paise; undefined where a case has none. */
  readonly amount: bigint | undefined;
  /** What the rule set read. */
  readonly facts: Facts;
}

/** Number of differences to keep with their traces. */
const KEPT = 20;
/** Number of codes to count. */
const MAX_CODES = 500;

const hitsShown = (hits: readonly Hit[]): readonly ShownHit[] =>
  hits.slice(0, 50).map(({ table, row, code, detail, name, value }) => ({
    row: `${table}.${row}`,
    says: code === undefined ? `${name ?? ''} ${value ?? 0n}` : `${code}: ${detail ?? ''}`,
  }));

const shownSide = ({ decision, reasons }: Redecided, hits: readonly Hit[]): ShownSide => ({
  decision,
  reasons: reasons.slice(0, 20),
  hits: hitsShown(hits),
});

/** A finished run under both versions. */
export interface BacktestedRun {
  readonly runId: string;
  /** The decision that the run recorded. */
  readonly recorded: string;
  readonly before: Redecided;
  readonly after: Redecided;
  /** Rows that match under each version. Called only for a difference to keep. */
  readonly hits: () => { readonly before: readonly Hit[]; readonly after: readonly Hit[] };
  /** Masks what the case identifies. */
  readonly mask: <T>(value: T) => T;
}

/** Adds up a backtest, run by run. Holds only numbers and the differences that it keeps. */
export class Backtest {
  readonly #matrix: Record<string, number>;
  readonly #codes: Record<string, { before: number; after: number }>;
  readonly #skipped: Record<'erased' | 'incomplete', number>;
  #runs: number;
  #asRecorded: number;
  #otherReasons: number;
  #before: bigint;
  #after: bigint;
  #differences: readonly BacktestDifference[];

  constructor(so: BacktestNumbers = NO_NUMBERS) {
    this.#runs = so.runs;
    this.#matrix = { ...so.matrix };
    this.#asRecorded = so.as_recorded;
    this.#otherReasons = so.other_reasons;
    this.#before = BigInt(so.approved.before);
    this.#after = BigInt(so.approved.after);
    this.#codes = Object.fromEntries(Object.entries(so.codes).map(([code, each]) => [code, { ...each }]));
    this.#skipped = { ...so.skipped };
    this.#differences = so.differences;
  }

  skip(why: 'erased' | 'incomplete'): void {
    this.#skipped[why] += 1;
  }

  add(run: BacktestedRun): void {
    const { before, after, recorded } = run;
    const move = `${before.decision} > ${after.decision}`;
    this.#runs += 1;
    this.#matrix[move] = (this.#matrix[move] ?? 0) + 1;
    if (before.decision === recorded) this.#asRecorded += 1;
    this.#count(before.reasons, 'before');
    this.#count(after.reasons, 'after');
    if (before.decision === 'approve') this.#before += before.amount ?? 0n;
    if (after.decision === 'approve') this.#after += after.amount ?? 0n;
    if (before.decision !== after.decision) this.#keep(run);
    else if (codesOf(before) !== codesOf(after)) this.#otherReasons += 1;
  }

  numbers(): BacktestNumbers {
    return {
      runs: this.#runs,
      matrix: this.#matrix,
      as_recorded: this.#asRecorded,
      other_reasons: this.#otherReasons,
      approved: { before: String(this.#before), after: String(this.#after) },
      codes: this.#codes,
      skipped: this.#skipped,
      differences: this.#differences,
    };
  }

  #count(reasons: readonly Reason[], side: 'before' | 'after'): void {
    for (const code of new Set(reasons.map((reason) => reason.code))) {
      if (!Object.hasOwn(this.#codes, code) && Object.keys(this.#codes).length >= MAX_CODES) continue;
      (this.#codes[code] ??= { before: 0, after: 0 })[side] += 1;
    }
  }

  #keep({ runId, before, after, hits, mask }: BacktestedRun): void {
    const amount = before.amount ?? after.amount;
    const last = this.#differences.at(-1);
    if (last !== undefined && this.#differences.length >= KEPT && (amount ?? 0n) <= amountOf(last)) return;
    const matched = hits();
    const kept = mask({ before: shownSide(before, matched.before), after: shownSide(after, matched.after) });
    this.#differences = [
      ...this.#differences,
      { run_id: runId, amount: amount === undefined ? null : String(amount), ...kept },
    ]
      .toSorted((a, b) => (amountOf(a) < amountOf(b) ? 1 : amountOf(a) > amountOf(b) ? -1 : 0))
      .slice(0, KEPT);
  }
}

const codesOf = ({ reasons }: Redecided): string => reasons.map(({ code }) => code).join(' ');

const amountOf = ({ amount }: BacktestDifference): bigint => BigInt(amount ?? 0);
