import { describe, expect, it } from 'vitest';
import { coverInForce, type CoverOnFile } from '../../../../src/governance/adjudication/cover-in-force.ts';
import { parseDay, type Day } from '../../../../src/governance/dates.ts';
import { STANDARD_HEALTH } from '../../../../src/governance/rule-sets/built-in/standard-health.ts';
import { namesDisease, statedInputs } from '../../../../src/governance/rule-sets/claim-inputs.ts';
import { claimedAmount, readClaim } from '../../../../src/governance/rules/kyc/claim.ts';
import { mergeReasons } from '../../../../src/governance/rules/reason.ts';

const day = (text: string): Day => parseDay(text)!;
const terms = STANDARD_HEALTH.terms!;

const file: CoverOnFile = {
  slabs: [
    { since: day('2024-04-01'), sumInsured: 500n },
    { since: day('2021-04-01'), sumInsured: 300n },
  ],
  bonus: 20n,
  used: 10n,
  counters: [
    { benefit: 'cataract:right', member: 'M-1', used: 1n },
    { benefit: 'cataract:right', member: '', used: 2n },
    { benefit: 'modern_treatment', member: '', used: 3n },
    { benefit: 'modern_treatment', member: 'M-1', used: 4n },
  ],
  member: 'M-1',
  joined: undefined,
};

describe('The cover in force', () => {
  it.each([
    [
      '2020-01-01',
      [
        [day('2021-04-01'), 300n],
        [day('2024-04-01'), 500n],
      ],
    ],
    [
      '2022-01-01',
      [
        [day('2022-01-01'), 300n],
        [day('2024-04-01'), 500n],
      ],
    ],
    ['2025-01-01', [[day('2025-01-01'), 500n]]],
  ] as const)('a member who joined on %s is covered from then on', (joined, slabs) => {
    const cover = coverInForce({ ...file, joined: day(joined) }, terms);
    expect(cover.slabs.map(({ since, sumInsured }) => [since, sumInsured])).toEqual(slabs);
  });

  it('a limit of each member has its own counter, and all others are the policy’s', () => {
    expect(coverInForce(file, terms).counters).toEqual({ 'cataract:right': 1n, modern_treatment: 3n });
    const nobody = coverInForce({ ...file, member: '' }, terms);
    expect(nobody.counters).toEqual({ 'cataract:right': 2n, modern_treatment: 3n });
  });
});

describe('The inputs of a product', () => {
  it('a diagnosis and a member’s record count even if the case denies them', () => {
    const given = { diagnosis: 'H25.1 senile cataract', cataract: 'no', pre_existing: false, eye: 'right' };
    expect(statedInputs(STANDARD_HEALTH, given, readClaim(given), { hadBefore: true })).toMatchObject({
      cataract: true,
      specified_disease: true,
      pre_existing: true,
      eye: 'right',
    });
    const fever = { diagnosis: 'A97.0 dengue', cataract: 'yes' };
    expect(statedInputs(STANDARD_HEALTH, fever, readClaim(fever), { hadBefore: false })).toMatchObject({
      cataract: true,
      specified_disease: undefined,
      pre_existing: undefined,
    });
  });

  it.each([
    ['E11.9 diabetes', true],
    ['Type 2 diabetes (e119)', true],
    ['E12', false],
    ['AE11', false],
  ])('the diagnosis %s names the category E11: %s', (diagnosis, named) => {
    expect(namesDisease(readClaim({ diagnosis }), ['E11'])).toBe(named);
  });
});

it.each([
  [{ amount: '500', items: [{ amount: '1' }] }, 500_00n],
  [{ items: [{ amount: '100.50' }, { rate: '8', qty: '2' }] }, 116_50n],
  [{ items: [{ amount: '100' }, { amount: 'much' }] }, undefined],
  [{ amount: 'much', items: [{ amount: '100' }] }, undefined],
  [{}, undefined],
])('the claim %j claims %s paise', (given, amount) => {
  expect(claimedAmount(given, readClaim(given))).toBe(amount);
});

it('findings of one code become one finding, with three details at most', () => {
  const lines = [1, 2, 3, 4, 4].map((nth) => ({ code: 'B', detail: `line ${nth}` }));
  expect(mergeReasons([{ code: 'A', detail: 'a' }], lines)).toEqual([
    { code: 'A', detail: 'a' },
    { code: 'B', detail: 'line 1; line 2; line 3; and 1 more' },
  ]);
});
