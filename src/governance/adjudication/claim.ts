import type { Day } from '../dates.ts';

/** One line of a bill. Money is in paise. */
export interface BillLine {
  /** As the hospital wrote it; the rule set defines the known heads. */
  readonly head: string;
  readonly text: string;
  readonly amount: bigint;
  /** Thousandths of a day, or undefined if the line does not state a number of days. */
  readonly days: bigint | undefined;
  /** Undefined: the line belongs to the stay. */
  readonly date: Day | undefined;
  /** Whether the item was provided in intensive care, whatever its head. */
  readonly icu: boolean;
}

/** The sum insured that applies from a day on: the first cover, an enhancement or a ported cover. */
export interface CoverSlab {
  readonly since: Day;
  /** The whole sum insured from that day on, without bonus. */
  readonly sumInsured: bigint;
}

/** The remaining cover of a policy. Money is in paise. */
export interface Cover {
  readonly slabs: readonly CoverSlab[];
  readonly bonus: bigint;
  /** What claims have used in the policy year; for a floater, those of all members. */
  readonly used: bigint;
  /** What claims have used of each limit in the policy year, by {@link counterKey}. */
  readonly counters: Readonly<Record<string, bigint>>;
}

/** Everything that the stages consider. */
export interface BilledClaim {
  readonly admission: Day | undefined;
  readonly discharge: Day | undefined;
  readonly lines: readonly BillLine[];
  readonly cover: Cover;
}

/** Returns the key of a limit's counter: `cataract:right`, or `cataract` if the limit has no parts. */
export const counterKey = (limit: string, part: string | undefined): string =>
  part === undefined ? limit : `${limit}:${part}`;

/** Name of the counter of the sum insured. */
export const SUM_INSURED_COUNTER = 'sum_insured';

/** Name of the counter of a deductible that applies once a policy year. */
export const DEDUCTIBLE_COUNTER = 'deductible';
