import { expect, it } from 'vitest';
import type { StepOf } from '../../../../src/contract/team-vertical.ts';
import { objectShapeSchema } from '../../../../src/contract/team-vertical-shape.ts';
import { codeDone } from '../../../../src/governance/team-verticals/code.ts';
import { readByShape } from '../../../../src/governance/team-verticals/shape.ts';
import { readValue, shownValue, storedValue } from '../../../../src/governance/team-verticals/values.ts';
import { MEDIAN } from '../../../helpers/team-verticals.ts';

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

const numbers = objectShapeSchema.parse({
  type: 'object',
  properties: {
    whole: { type: 'integer' },
    amount: { type: 'string', format: 'rupees' },
    text: { type: 'string' },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    },
  },
  required: [],
});

it.each([
  ['{"whole": 9007199254740991}', { whole: 9_007_199_254_740_991n }],
  ['{"whole": -9007199254740991}', { whole: -9_007_199_254_740_991n }],
  ['{"whole": "12345678901234567"}', { whole: 12_345_678_901_234_567n }],
  ['{"lines": [{"n": "12345678901234567"}]}', { lines: [{ n: 12_345_678_901_234_567n }] }],
  ['{"amount": "99999999999999.99"}', { amount: 9_999_999_999_999_999n }],
  ['{"amount": 9999999999999.99}', { amount: 999_999_999_999_999n }],
  ['{"amount": 10.5}', { amount: 1_050n }],
  ['{"text": "12345678901234567"}', { text: '12345678901234567' }],
  ['{"text": 919812345678}', { text: '919812345678' }],
])('%s is read exactly', (json, members) => {
  const given = JSON.parse(json) as Readonly<Record<string, unknown>>;
  expect(readByShape(numbers, given)).toEqual({ members, missing: [], unreadable: [] });
});

it.each([
  ['{"whole": 12345678901234567}', 'whole'],
  ['{"whole": -9007199254740993}', 'whole'],
  ['{"whole": 1e300}', 'whole'],
  ['{"lines": [{"n": 12345678901234567}]}', 'lines.0.n'],
  ['{"amount": 12345678901234567}', 'amount'],
  ['{"amount": 99999999999999.99}', 'amount'],
  ['{"text": 12345678901234567}', 'text'],
])('%s cannot be read, because JSON’s reader has rounded it', (json, name) => {
  const given = JSON.parse(json) as Readonly<Record<string, unknown>>;
  expect(readByShape(numbers, given)).toEqual({ members: {}, missing: [], unreadable: [name] });
});

it('an answer of code with a rounded number does not fit', () => {
  const step = MEDIAN.steps.find((each): each is StepOf<'run_python'> => each.do === 'run_python')!;
  expect(codeDone(step, JSON.parse('{"median": 12345678901234567}'))).toMatchObject({
    value: { ok: false },
    reasons: [{ code: 'CODE-UNREADABLE', detail: 'middle: missing or cannot be read: median' }],
  });
  expect(codeDone(step, JSON.parse('{"median": "12345678901234567"}'))).toMatchObject({
    value: { median: 12_345_678_901_234_567n, ok: true },
    reasons: [],
  });
});

it('a stored value keeps whole numbers that JSON cannot hold', () => {
  const value = { sum: 2n ** 62n, names: ['a'], rows: [{ n: 1n }], yes: true };
  expect(readValue(JSON.parse(JSON.stringify(storedValue(value))))).toEqual(value);
  expect(shownValue(value)).toEqual({ sum: String(2n ** 62n), names: ['a'], rows: [{ n: 1 }], yes: true });
});
