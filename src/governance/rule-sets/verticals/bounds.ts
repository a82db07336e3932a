import { formatRupees } from '../../amounts.ts';
import type { BacktestNumbers } from './backtest-numbers.ts';

/**
 * Requirements for a trial of a version before the version can be activated. Shares are in hundredths of a
 * percent; null means no bound.
 */
export interface Bounds {
  readonly minRuns: number;
  readonly maxChanged: number | null;
  readonly maxAmount: number | null;
}

export const NO_BOUNDS: Bounds = { minRuns: 0, maxChanged: null, maxAmount: null };

/** Returns whether a team has set any bound. */
export const isBounded = ({ minRuns, maxChanged, maxAmount }: Bounds): boolean =>
  minRuns > 0 || maxChanged !== null || maxAmount !== null;

/** A bound that a trial has not met. `bound` is its name in the API. */
export interface UnmetBound {
  readonly bound: 'min_runs' | 'max_changed_percent' | 'max_amount_percent';
  readonly words: string;
}

type Numbers = Pick<BacktestNumbers, 'runs' | 'matrix' | 'approved'>;

/** Returns the bounds that a trial has not met. A trial without runs meets none, because it shows nothing. */
export const unmetBounds = (bounds: Bounds, trial: Numbers): readonly UnmetBound[] => {
  const { minRuns, maxChanged, maxAmount } = bounds;
  const least = Math.max(minRuns, 1);
  const changed = changedRuns(trial);
  const before = BigInt(trial.approved.before);
  const more = BigInt(trial.approved.after) - before;
  const size = more < 0n ? -more : more;
  const unmet: (UnmetBound | false)[] = [
    trial.runs < least && {
      bound: 'min_runs',
      words: `it decided ${trial.runs} runs, and at least ${least} are needed`,
    },
    maxChanged !== null &&
      changed * 10_000 > maxChanged * trial.runs && {
        bound: 'max_changed_percent',
        words: `it changes ${changed} of ${trial.runs} decisions, and at most ${percent(maxChanged)} may change`,
      },
    maxAmount !== null &&
      size * 10_000n > BigInt(maxAmount) * before && {
        bound: 'max_amount_percent',
        words: `it approves ${formatRupees(before + more)} instead of ${formatRupees(before)}, and at most ${percent(maxAmount)} may differ`,
      },
  ];
  return unmet.filter((each) => each !== false);
};

/** Returns the number of runs that the two versions decide differently. */
export const changedRuns = ({ matrix }: Pick<BacktestNumbers, 'matrix'>): number =>
  Object.entries(matrix).reduce((sum, [move, runs]) => {
    const [before, after] = move.split(' > ');
    return before === after ? sum : sum + runs;
  }, 0);

/** Shows hundredths of a percent. */
const percent = (share: number): string => `${share / 100} %`;
