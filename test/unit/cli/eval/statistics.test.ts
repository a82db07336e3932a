import { describe, expect, it } from 'vitest';
import { differenceOf, rateOf } from '../../../../src/cli/eval/statistics.ts';

describe('The bounds of a pass rate', () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('the bounds of %i of %i are the published ones', (passed, of, low, high) => {
    const rate = rateOf(passed, of);
    expect(rate.low).toBeCloseTo(low, 4);
    expect(rate.high).toBeCloseTo(high, 4);
  });

  it('a pass of all runs is not a certainty, and zero runs say nothing', () => {
    expect(rateOf(20, 20)).toMatchObject({ rate: 1, high: 1 });
    expect(rateOf(20, 20).low).toBeCloseTo(1 - 0.1611, 4);
    expect(rateOf(0, 0)).toMatchObject({ low: 0, high: 1 });
  });

  // R. G. Newcombe, Interval estimation for the difference between independent proportions, the same volume, table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 20, 0.6791, 1],
  ])(
    'the bounds of %i/%i less %i/%i are the published ones',
    (after, ofAfter, before, ofBefore, low, high) => {
      const difference = differenceOf(rateOf(before, ofBefore), rateOf(after, ofAfter));
      expect(difference.low).toBeCloseTo(low, 4);
      expect(difference.high).toBeCloseTo(high, 4);
    },
  );
});
