import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRupees, parseRupees } from '../../../../src/governance/amounts.ts';
import { claimStages } from '../../../../src/contract/product-terms.ts';
import { STANDARD_HEALTH } from '../../../../src/governance/rule-sets/built-in/standard-health.ts';
import { adjudicated, productWith } from '../../../helpers/adjudication.ts';
import { runs } from '../../../helpers/runs.ts';

const terms = STANDARD_HEALTH.terms!;
const heads = [...Object.keys(terms.heads), 'list1', 'list2', 'list3', 'list4'];

const amount = fc.oneof(fc.bigInt(0n, 500n), fc.bigInt(1n, 50_000_000n)).map(formatRupees);
const date = fc.constantFrom(
  undefined,
  '2026-06-01',
  '2026-07-04',
  '2026-07-05',
  '2026-08-05',
  '2026-10-06',
  '2026-10-07',
);
const line = fc.record({
  head: fc.constantFrom(...heads),
  amount,
  days: fc.constantFrom('0.5', '1', '2', '1.333'),
  date,
  icu: fc.boolean(),
});

const claim = fc.record({
  items: fc.array(line, { minLength: 1, maxLength: 30 }),
  since: fc.constantFrom('2019-01-01', '2025-01-01', '2026-07-20'),
  enhanced: fc.boolean(),
  insured: fc.bigInt(1n, 20n).map((lakhs) => lakhs * 100_000_00n),
  bonus: amount,
  used: amount,
  accident: fc.boolean(),
  pre_existing: fc.boolean(),
  cataract: fc.boolean(),
  modern_treatment: fc.boolean(),
  billed_by_room_category: fc.boolean(),
});

type Claim = typeof claim extends fc.Arbitrary<infer Value> ? Value : never;

const caseOf = ({ since, enhanced, insured, bonus, used, items, ...flags }: Claim, raise = 0n) => ({
  ...flags,
  eye: 'left',
  admission: '2026-08-03',
  discharge: '2026-08-07',
  items: [...items, { head: 'pharmacy', amount: '1' }],
  cover: {
    slabs: [
      { since, sum_insured: formatRupees(insured + raise) },
      ...(enhanced ? [{ since: '2026-08-01', sum_insured: formatRupees(insured * 2n + raise) }] : []),
    ],
    bonus,
    used,
  },
});

const product = fc.record({
  stages: fc.shuffledSubarray([...claimStages], { minLength: 4, maxLength: 4 }),
  copay: fc.constantFrom(0, 5, 10, 33.33, 100),
  deductible: fc.constantFrom(undefined, 0, 1, 2_000_000),
  room: fc.constantFrom(undefined, 1, 2_000_01, 500_000),
});

type Product = typeof product extends fc.Arbitrary<infer Value> ? Value : never;

const compiledOf = ({ stages, copay, deductible, room }: Product, raise = 0) =>
  productWith({
    stages,
    copay: [{ percent: copay, clause: 'c' }],
    ...(deductible !== undefined && {
      deductible: { amount: deductible, per: 'claim' as const, clause: 'd' },
    }),
    ...(room !== undefined && {
      day_caps: [{ code: 'ROOM', head: 'room', limit: { amount: room + raise }, clause: 'r' }],
    }),
  });

const rank = (stage: string): number => (stage === 'sublimits' ? 0 : 1);

describe('The adjudication of any claim', () => {
  it('an adjudication is exact to the paisa: the approved amount and all deductions add up to the bill', () => {
    fc.assert(
      fc.property(claim, product, (given, terms) => {
        const { amount, adjustments, totals, outcome, findings } = adjudicated(
          caseOf(given),
          compiledOf(terms),
        );
        const cut = adjustments.reduce((sum, each) => sum + each.amount, 0n);
        expect(amount.approved + cut).toBe(amount.claimed);
        expect(amount.patientPays).toBe(cut);
        expect(amount.approved).toBeGreaterThanOrEqual(0n);
        expect(
          adjustments.every((each) => each.amount > 0n && each.formula !== '' && each.clause !== ''),
        ).toBe(true);
        expect(totals.reduce((sum, stage) => sum + stage.cut, 0n)).toBe(cut);
        expect(totals.every(({ before, cut: part, after }) => before - part === after)).toBe(true);
        expect(outcome === 'refer').toBe(findings.length > 0);
        expect(outcome === 'approve').toBe(findings.length === 0 && cut === 0n);
      }),
      runs(200),
    );
  });

  it('an adjudication never cuts more from a line than its amount', () => {
    fc.assert(
      fc.property(claim, product, (given, terms) => {
        const stated = caseOf(given);
        const { adjustments } = adjudicated(stated, compiledOf(terms));
        for (const [index, { amount }] of stated.items.entries()) {
          const cut = adjustments.reduce(
            (sum, each) => (each.line === index + 1 ? sum + each.amount : sum),
            0n,
          );
          expect(cut).toBeLessThanOrEqual(parseRupees(amount)!);
        }
      }),
      runs(200),
    );
  });

  it('an adjudication never approves less because the sum insured or a daily limit is higher, if the limits come first', () => {
    fc.assert(
      fc.property(claim, product, fc.bigInt(1n, 10_000_000n), (given, terms, raise) => {
        // A limit after a co-payment sees rounded shares of the lines, which may differ by a paisa.
        const ordered = { ...terms, stages: terms.stages.toSorted((a, b) => rank(a) - rank(b)) };
        const before = adjudicated(caseOf(given), compiledOf(ordered)).amount.approved;
        expect(adjudicated(caseOf(given, raise), compiledOf(ordered)).amount.approved).toBeGreaterThanOrEqual(
          before,
        );
        expect(
          adjudicated(caseOf(given), compiledOf(ordered, Number(raise))).amount.approved,
        ).toBeGreaterThanOrEqual(before);
      }),
      runs(200),
    );
  });

  it('an adjudication is the same each time', () => {
    fc.assert(
      fc.property(claim, product, (given, terms) => {
        expect(adjudicated(caseOf(given), compiledOf(terms))).toEqual(
          adjudicated(caseOf(given), compiledOf(terms)),
        );
      }),
      runs(200),
    );
  });
});
