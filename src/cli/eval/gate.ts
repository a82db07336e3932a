import { ProvisionError } from '../../provision/problem.ts';
import type { EvalComparison } from './compare.ts';
import type { EvalNumbers } from './report.ts';

export interface GateOptions {
  /** Minimum pass rate of runs, in percent. */
  readonly threshold?: string;
  /** Whether the lower confidence bound has to reach the threshold. */
  readonly confident?: boolean;
  /** Maximum drop of the pass rate, in percentage points. */
  readonly maxDrop?: string;
}

/**
 * Refuses impossible thresholds before hours of runs.
 * @param compares whether the eval compares two reports
 * @throws ProvisionError
 */
export const expectGate = ({ threshold, confident, maxDrop }: GateOptions, compares: boolean): void => {
  for (const each of [threshold, maxDrop]) percentIn(each);
  if (confident === true && threshold === undefined)
    throw new ProvisionError('--confident has no threshold.', 'Add --threshold.');
  if (maxDrop !== undefined && !compares)
    throw new ProvisionError(
      '--max-drop has nothing to compare with.',
      'Add --against, --against-model or --rules.',
    );
};

/** Returns why an eval does not pass; empty if it does. An eval without thresholds always passes. */
export const gateFaults = (
  { threshold, confident = false, maxDrop }: GateOptions,
  numbers: EvalNumbers,
  comparison: EvalComparison | undefined,
): readonly string[] => {
  const least = percentIn(threshold);
  const drop = percentIn(maxDrop);
  const { rate, low } = numbers.runs;
  const reached = confident ? low : rate;
  return [
    ...(least !== undefined && below(reached, least)
      ? [`${confident ? 'The lower bound' : 'The pass rate'} ${percent(reached)} is below ${threshold} %.`]
      : []),
    ...(drop !== undefined && comparison !== undefined && below(comparison.runs.difference, -drop)
      ? [`The pass rate has fallen by more than ${maxDrop} percentage points.`]
      : []),
  ];
};

/** Binary fractions of a percentage are not exact. */
const below = (value: number, least: number): boolean => value < least - 1e-9;

/** Writes a share as a percentage. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Reads a percentage as a share. */
const percentIn = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 100))
    throw new ProvisionError(`${text} is not a percentage.`, 'Write a number from 0 to 100.');
  return value / 100;
};
