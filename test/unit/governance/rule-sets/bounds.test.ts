import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bounds,
  changedRuns,
  NO_BOUNDS,
  unmetBounds,
} from '../../../../src/governance/rule-sets/verticals/bounds.ts';

const trial = (
  matrix: Readonly<Record<string, number>>,
  { before = '0', after = before }: { readonly before?: string; readonly after?: string } = {},
) => ({
  matrix,
  runs: Object.values(matrix).reduce((sum, runs) => sum + runs, 0),
  approved: { before, after },
});

const unmet = (bounds: Partial<Bounds>, ...given: Parameters<typeof trial>) =>
  unmetBounds({ ...NO_BOUNDS, ...bounds }, trial(...given)).map(({ bound }) => bound);

describe('The bounds of a rule set', () => {
  it('require a number of runs, at least one', () => {
    expect(unmet({ minRuns: 100 }, { 'approve > approve': 99 })).toEqual(['min_runs']);
    expect(unmet({ minRuns: 100 }, { 'approve > approve': 100 })).toEqual([]);
    expect(unmet({ maxChanged: 0 }, {})).toEqual(['min_runs']);
  });

  it('limit the share of decisions that change, to a hundredth of a percent', () => {
    const moved = { 'approve > approve': 9_949, 'approve > escalate': 50, 'escalate > approve': 1 };
    expect(changedRuns({ matrix: moved })).toBe(51);
    expect(unmet({ maxChanged: 51 }, moved)).toEqual([]);
    expect(unmet({ maxChanged: 50 }, moved)).toEqual(['max_changed_percent']);
    expect(unmet({ maxChanged: 0 }, { 'approve > approve_part': 1 })).toEqual(['max_changed_percent']);
    expect(unmet({ maxChanged: 0 }, { 'refer > refer': 1 })).toEqual([]);
  });

  it('limit how far the sum of approved amounts moves, up or down', () => {
    const same = { 'approve > approve': 1 };
    const of = (after: string, maxAmount = 150) => unmet({ maxAmount }, same, { before: '1000000', after });
    expect(of('1015000')).toEqual([]);
    expect(of('1015001')).toEqual(['max_amount_percent']);
    expect(of('985000')).toEqual([]);
    expect(of('984999')).toEqual(['max_amount_percent']);
    expect(unmet({ maxAmount: 10_000 }, same, { before: '0', after: '1' })).toEqual(['max_amount_percent']);
    expect(unmet({ maxAmount: 0 }, same)).toEqual([]);
  });

  it('name the bound and the figures that do not meet it', () => {
    const [runs, changed, amount] = unmetBounds(
      { minRuns: 5, maxChanged: 50, maxAmount: 25 },
      trial({ 'approve > escalate': 1, 'approve > approve': 1 }, { before: '100000', after: '50000' }),
    );
    expect(runs!.words).toBe('it decided 2 runs, and at least 5 are needed');
    expect(changed!.words).toBe('it changes 1 of 2 decisions, and at most 0.5 % may change');
    expect(amount!.words).toBe('it approves 500.00 instead of 1000.00, and at most 0.25 % may differ');
  });

  it('are met by a looser bound whenever a stricter one is met', () => {
    const share = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), share, share, (same, moved, a, b) => {
        const matrix = { 'approve > approve': same, 'approve > escalate': moved };
        const strict = unmet({ maxChanged: Math.min(a, b) }, matrix);
        const loose = unmet({ maxChanged: Math.max(a, b) }, matrix);
        expect(strict).toEqual(expect.arrayContaining(loose));
      }),
    );
  });
});
