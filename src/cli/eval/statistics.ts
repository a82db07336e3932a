/** Share of successes with its 95 % confidence bounds. */
export interface Rate {
  readonly passed: number;
  readonly of: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** 97.5th percentile of the standard normal distribution. */
const Z = 1.959963984540054;

/**
 * Returns a pass rate with Wilson's score interval, which is also right for few runs and for rates near 0 and
 * 1 (E. B. Wilson, JASA 22, 1927; recommended by Brown, Cai and DasGupta, Statistical Science 16, 2001).
 */
export const rateOf = (passed: number, of: number): Rate => {
  if (of === 0) return { passed, of, rate: 0, low: 0, high: 1 };
  const rate = passed / of;
  const middle = (rate + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((rate * (1 - rate)) / of + Z ** 2 / (4 * of ** 2));
  return {
    passed,
    of,
    rate,
    low: passed === 0 ? 0 : Math.max(0, middle - half),
    high: passed === of ? 1 : Math.min(1, middle + half),
  };
};

/** The difference of two rates, with its 95 % confidence bounds. */
export interface Difference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the difference of two rates with Newcombe's interval from both score intervals (R. G. Newcombe,
 * Statistics in Medicine 17, 1998, method 10). It treats the runs of both sides as independent, so for the
 * same cases it is wider than necessary.
 */
export const differenceOf = (before: Rate, after: Rate): Difference => {
  const difference = after.rate - before.rate;
  return {
    difference,
    low: difference - Math.hypot(after.rate - after.low, before.high - before.rate),
    high: difference + Math.hypot(after.high - after.rate, before.rate - before.low),
  };
};
