import type { RuleLimit } from '../../contract/product-terms.ts';
import { formatRupees } from '../amounts.ts';

/** Returns `amount * part / whole`, rounded half up to a paisa. All are at least zero, and `whole` is above zero. */
export const shareOf = (amount: bigint, part: bigint, whole: bigint): bigint =>
  (amount * part * 2n + whole) / (whole * 2n);

/** A percentage in hundredths. */
export const hundredths = (percent: number): bigint => BigInt(Math.round(percent * 100));

export const percentOf = (amount: bigint, percent: number): bigint =>
  shareOf(amount, hundredths(percent), 10_000n);

export const least = (...amounts: readonly [bigint, ...bigint[]]): bigint =>
  amounts.reduce((low, each) => (each < low ? each : low));

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

/** A limit that applies to a sum insured: its amount in paise, and the formula that shows where it comes from. */
export interface AppliedLimit {
  readonly amount: bigint;
  readonly formula: string;
}

/** Applies a limit: the percentage of the sum insured, the fixed amount, or the lower of both. */
export const applyLimit = ({ percent, amount }: RuleLimit, sumInsured: bigint): AppliedLimit => {
  const share = percent === undefined ? undefined : percentOf(sumInsured, percent);
  const fixed = amount === undefined ? undefined : BigInt(amount);
  const shown = percent === undefined ? '' : `${percent} % of ${formatRupees(sumInsured)}`;
  if (share === undefined) return { amount: fixed ?? 0n, formula: formatRupees(fixed ?? 0n) };
  if (fixed === undefined) return { amount: share, formula: shown };
  return { amount: least(share, fixed), formula: `min(${shown}, ${formatRupees(fixed)})` };
};
