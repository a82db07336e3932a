import type { Reason } from '../rules/reason.ts';
import type { Adjustment, Passed, Stage, StageTotal } from './result.ts';

type Cut = Omit<Adjustment, 'line' | 'stage'>;

/** The remaining amounts of a claim so far, with the reasons. Each stage reads and changes them in turn. */
export class Worksheet {
  /** The remaining amount of each line, in paise. They always add up to `total`. */
  readonly left: bigint[];
  readonly adjustments: Adjustment[] = [];
  readonly findings: Reason[] = [];
  readonly passed: Passed[] = [];
  readonly totals: StageTotal[] = [];
  readonly moves: Record<string, bigint> = {};
  total: bigint;

  readonly claimed: bigint;

  constructor(amounts: readonly bigint[]) {
    this.left = [...amounts];
    this.claimed = this.left.reduce((sum, amount) => sum + amount, 0n);
    this.total = this.claimed;
  }

  /** Deducts from one line; nothing happens if the amount is zero. */
  cutLine(stage: Stage, index: number, cut: Cut): void {
    if (cut.amount === 0n) return;
    this.left[index] = this.left[index]! - cut.amount;
    this.record(stage, index + 1, cut);
  }

  /** Deducts from a group of lines together, starting with the last one. */
  cutGroup(stage: Stage, indexes: readonly number[], cut: Cut): void {
    if (cut.amount === 0n) return;
    let open = cut.amount;
    for (const index of indexes.toReversed()) {
      const part = open < this.left[index]! ? open : this.left[index]!;
      this.left[index] = this.left[index]! - part;
      open -= part;
    }
    this.record(stage, indexes.length === 1 ? indexes[0]! + 1 : null, cut);
  }

  /**
   * Deducts from the claim as a whole. Each line bears its share, so that a later limit on some lines sees
   * what remains of them.
   */
  cutClaim(stage: Stage, cut: Cut): void {
    if (cut.amount === 0n) return;
    const after = this.total - cut.amount;
    let before = 0n;
    let shared = 0n;
    for (const [index, left] of this.left.entries()) {
      before += left;
      // Rounding the running sum instead of each share makes the shares add up exactly.
      const upTo = (before * after) / this.total;
      this.left[index] = upTo - shared;
      shared = upTo;
    }
    this.record(stage, null, cut);
  }

  refer(code: string, detail: string): void {
    this.findings.push({ code, detail });
  }

  pass(stage: Stage, detail: string): void {
    this.passed.push({ stage, detail });
  }

  /** Runs a stage and records the amount that it left. */
  during(stage: Stage, work: () => void): void {
    const before = this.total;
    work();
    this.totals.push({ stage, before, cut: before - this.total, after: this.total });
  }

  private record(stage: Stage, line: number | null, cut: Cut): void {
    this.total -= cut.amount;
    this.adjustments.push({ line, stage, ...cut });
  }
}
