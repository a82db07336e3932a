import { expect, it } from 'vitest';
import { Unreadable } from '../../../../src/governance/records/cells.ts';
import { diseases, slabs } from '../../../../src/governance/records/cover-cells.ts';
import { counterCells, counterKeyOf } from '../../../../src/governance/records/cover-shapes.ts';

it.each([
  [
    '2024-04-01: 5,00,000; 01/04/2021: 3 lakh',
    [
      { since: '2021-04-01', paise: 300_000_00 },
      { since: '2024-04-01', paise: 500_000_00 },
    ],
  ],
  ['[{"since":"2021-04-01","sum_insured":"300000.00"}]', [{ since: '2021-04-01', paise: 300_000_00 }]],
])('the slabs %s can be read', (cell, read) => {
  expect(JSON.parse(slabs(cell) as string)).toEqual(read);
});

it.each(['', '3 lakh', '2021-04-01: -5', '2021-04-01: 1e30', '2021-02-30: 5', '[1]', '[null]', '{', '[]'])(
  'the slabs %j are refused with a reason that does not repeat them',
  (cell) => {
    const read = slabs(cell);
    expect(read).toBeInstanceOf(Unreadable);
  },
);

it('two sums insured from one day are refused', () => {
  expect(slabs('2021-04-01: 1 lakh; 1 Apr 2021: 2 lakh')).toMatchObject({
    reason: 'states two sums insured from the same day',
  });
});

it.each([
  ['E11, i10; H25.1', ['E11', 'I10', 'H25']],
  ['["E11","I10"]', ['E11', 'I10']],
  ['diabetes', undefined],
  ['E1', undefined],
])('the diseases %s are read as %j', (cell, codes) => {
  const read = diseases(cell);
  expect(typeof read === 'string' ? JSON.parse(read) : undefined).toEqual(codes);
});

it.each(['HI-1~2026-04-01~cataract:right', 'HI-1~2026-04-01~deductible~M-1'])(
  'the key %s names one counter',
  (key) => {
    expect(counterKeyOf(counterCells(key)!)).toBe(key);
  },
);

it.each(['HI-1', 'HI-1~2026-04-01', 'a~b~c~d~e'])('the key %s names no counter', (key) => {
  expect(counterCells(key)).toBeUndefined();
});
