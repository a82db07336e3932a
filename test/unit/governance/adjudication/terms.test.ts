import { describe, expect, it } from 'vitest';
import type { ProductTerms } from '../../../../src/contract/product-terms.ts';
import { formatRupees } from '../../../../src/governance/amounts.ts';
import { STANDARD_HEALTH } from '../../../../src/governance/rule-sets/built-in/standard-health.ts';
import { adjudicated, compiled, productWith } from '../../../helpers/adjudication.ts';

const stay = {
  admission: '2026-08-03',
  discharge: '2026-08-07',
  cover: { slabs: [{ since: '2021-01-01', sum_insured: '100000' }] },
};

const line = (head: string, amount: string, changes: object = {}) => ({ head, amount, ...changes });

const free = { copay: [] };

const cutsOf = (items: readonly object[], terms: Partial<ProductTerms> = {}, given: object = {}) => {
  const { adjustments, amount } = adjudicated(
    { ...stay, ...given, items },
    productWith({ ...free, ...terms }),
  );
  return {
    approved: formatRupees(amount.approved),
    cuts: adjustments.map(({ line: at, code, amount: cut }) => `${at ?? 'all'} ${code} ${formatRupees(cut)}`),
  };
};

describe('A day limit', () => {
  it('applies to half a day, and rounds what it allows to a paisa', () => {
    expect(cutsOf([line('room', '3000', { days: '2.5' })], { day_caps: [room(100_001)] })).toEqual({
      approved: '2500.03',
      cuts: ['1 ROOM 499.97'],
    });
  });

  it('applies to the whole stay if the only room states no days', () => {
    expect(cutsOf([line('room', '10000')]).approved).toBe('8000.00');
  });
});

const room = (amount: number) => ({ code: 'ROOM', head: 'room', limit: { amount }, clause: 'Room rent' });

describe('A proportionate deduction', () => {
  it('uses the sum of the allowed over the sum of the billed rents if there are several rooms', () => {
    const { cuts } = cutsOf([
      line('room', '6000', { days: 2 }),
      line('room', '2000', { days: 1 }),
      line('surgeon', '8000'),
    ]);
    expect(cuts).toEqual(['1 ROOM 2000.00', '3 PROP 2000.00']);
  });

  it('leaves out visits before the admission and after the discharge, and care in an ICU', () => {
    const { cuts } = cutsOf([
      line('room', '16000', { days: 4 }),
      line('consultation', '1000', { date: '2026-08-01' }),
      line('consultation', '1000', { date: '2026-08-09' }),
      line('consultation', '1000', { icu: true }),
      line('consultation', '1000', { date: '2026-08-05' }),
    ]);
    expect(cuts).toEqual(['1 ROOM 8000.00', '5 PROP 500.00']);
  });
});

const limit = (id: string, heads: string[] | undefined, amount: number) => ({
  id,
  code: `SUBL-${id.toUpperCase()}`,
  title: id,
  ...(heads !== undefined && { heads }),
  limit: { amount },
  per: 'hospitalisation' as const,
  clause: id,
});

describe('A limit for some heads', () => {
  it('inside a limit for more heads is applied first, in whatever order the product lists them', () => {
    const narrow = limit('implants', ['implant'], 1_000_00);
    const wide = limit('surgery', ['surgeon', 'implant'], 5_000_00);
    const all = limit('whole', undefined, 6_000_00);
    const bill = [line('surgeon', '4500'), line('implant', '3000'), line('pharmacy', '2000')];
    const right = {
      approved: '6000.00',
      cuts: ['2 SUBL-IMPLANTS 2000.00', 'all SUBL-SURGERY 500.00', 'all SUBL-WHOLE 1000.00'],
    };
    expect(cutsOf(bill, { sublimits: [narrow, wide, all] })).toEqual(right);
    expect(cutsOf(bill, { sublimits: [all, wide, narrow] })).toEqual(right);
  });

  it('after a co-payment applies to what the co-payment left of them', () => {
    const product = {
      sublimits: [limit('drugs', ['pharmacy'], 1_000_00)],
      copay: [{ percent: 10, clause: 'c' }],
    };
    const bill = [line('surgeon', '1000'), line('pharmacy', '1200')];
    expect(cutsOf(bill, { ...product, stages: ['copay', 'sublimits', 'deductible', 'balance'] })).toEqual({
      approved: '1900.00',
      cuts: ['all COPAY 220.00', '2 SUBL-DRUGS 80.00'],
    });
  });

  it('counts for each part by itself in the policy year', () => {
    const given = {
      cataract: true,
      day_care: true,
      cover: { ...stay.cover, counters: { 'cataract:left': '25000' } },
    };
    expect(cutsOf([line('surgeon', '10000')], {}, { ...given, eye: 'Right' }).approved).toBe('10000.00');
    expect(cutsOf([line('surgeon', '10000')], {}, { ...given, eye: 'LEFT' }).approved).toBe('0.00');
  });

  it('refuses a part that could be an identifier, so that no formula repeats it', () => {
    const items = [line('surgeon', '10000')];
    const result = adjudicated({ ...stay, cataract: true, eye: '2345 6789 1238', items });
    expect(result.outcome).toBe('refer');
    expect(JSON.stringify([result.findings, result.adjustments.map(({ formula }) => formula)])).not.toContain(
      '2345',
    );
  });
});

describe('A deductible', () => {
  it('of the policy year applies until it is used up, and an approval counts it', () => {
    const deductible = { amount: 20_000_00, per: 'policy_year' as const, clause: 'Deductible' };
    const product = productWith({ ...free, deductible });
    const result = adjudicated(
      {
        ...stay,
        cover: { ...stay.cover, counters: { deductible: '15000' } },
        items: [line('surgeon', '30000')],
      },
      product,
    );
    expect(formatRupees(result.amount.approved)).toBe('25000.00');
    expect(result.moves).toEqual({ deductible: 5_000_00n, sum_insured: 25_000_00n });
  });
});

describe('A co-payment', () => {
  it('is that of the first row whose condition is true', () => {
    const product = compiled({
      ...STANDARD_HEALTH,
      inputs: { ...STANDARD_HEALTH.inputs, age: 'int' },
      terms: {
        ...STANDARD_HEALTH.terms!,
        copay: [
          { percent: 20, when: 'age >= 61', clause: 'Co-payment, 61 years and older' },
          { percent: 5, clause: 'Co-payment' },
        ],
      },
    });
    const approved = (age: object) => {
      const { amount, outcome } = adjudicated({ ...stay, ...age, items: [line('surgeon', '1000')] }, product);
      return `${outcome} ${formatRupees(amount.approved)}`;
    };
    expect(approved({ age: 61 })).toBe('approve_part 800.00');
    expect(approved({ age: '60' })).toBe('approve_part 950.00');
    expect(approved({})).toBe('refer 950.00');
  });
});

const cover = (...slabs: readonly (readonly [string, string])[]) => ({
  cover: { slabs: slabs.map(([since, sum_insured]) => ({ since, sum_insured })) },
});

describe('A wait', () => {
  it.each([
    ['on the last day of the wait', cover(['2024-08-04', '100000']), 'refer 0.00'],
    ['on the day after the wait', cover(['2024-08-03', '100000']), 'approve_part 70000.00'],
    [
      'for an enhancement that has not served it',
      cover(['2021-01-01', '50000'], ['2025-01-01', '100000']),
      'approve_part 50000.00',
    ],
    [
      'for a sum insured that was lower in the meantime',
      cover(['2021-01-01', '80000'], ['2025-01-01', '40000'], ['2026-01-01', '90000']),
      'approve_part 40000.00',
    ],
    ['for cover that begins later', cover(['2026-09-01', '100000']), 'refer 0.00'],
  ])('limits what is approved: %s', (_, given, right) => {
    const terms = { ...free, sublimits: [] };
    const { outcome, amount } = adjudicated(
      { ...stay, ...given, specified_disease: true, items: [line('surgeon', '70000'), line('list1', '1')] },
      productWith(terms),
    );
    expect(`${outcome} ${formatRupees(amount.approved)}`).toBe(right);
  });
});
