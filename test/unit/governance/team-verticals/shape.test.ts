import { expect, it } from 'vitest';
import { objectShapeSchema } from '../../../../src/contract/team-vertical-shape.ts';
import { readByShape } from '../../../../src/governance/team-verticals/shape.ts';
import { readValue, shownValue, storedValue } from '../../../../src/governance/team-verticals/values.ts';

const shape = objectShapeSchema.parse({
  type: 'object',
  properties: {
    amount: { type: 'string', format: 'rupees' },
    day: { type: 'string', format: 'date' },
    kind: { type: 'string', enum: ['new', 'old'] },
    count: { type: 'integer', minimum: 1 },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
      maxItems: 2,
    },
  },
  required: ['amount', 'lines'],
});

it('members are read as whole paise and days', () => {
  const { members } = readByShape(shape, {
    amount: '₹ 1,25,000.50',
    day: '2026-11-20',
    lines: [{ item: 'A' }],
  });
  expect(members).toEqual({ amount: 12_500_050n, day: 20_777n, lines: [{ item: 'A' }] });
});

it.each([
  [{ lines: [] }, ['amount'], []],
  [{ amount: 'much', lines: [] }, [], ['amount']],
  [{ amount: '1', lines: [{ item: 'A' }, 7] }, [], ['lines.1']],
  [{ amount: '1', lines: [{}] }, ['lines.0.item'], []],
  [{ amount: '1', lines: [{ item: 'A' }, { item: 'B' }, { item: 'C' }] }, [], ['lines']],
  [{ amount: '1', lines: [], kind: 'other', count: '0', day: '2026-02-30' }, [], ['day', 'kind', 'count']],
  [{ amount: '9'.repeat(40), lines: [], constructor: 1 }, [], ['amount']],
])('%j names what is missing and what cannot be read', (given, missing, unreadable) => {
  expect(readByShape(shape, given)).toMatchObject({ missing, unreadable });
});

it('a stored value keeps whole numbers that JSON cannot hold', () => {
  const value = { sum: 2n ** 62n, names: ['a'], rows: [{ n: 1n }], yes: true };
  expect(readValue(JSON.parse(JSON.stringify(storedValue(value))))).toEqual(value);
  expect(shownValue(value)).toEqual({ sum: String(2n ** 62n), names: ['a'], rows: [{ n: 1 }], yes: true });
});
