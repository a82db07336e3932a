import { describe, expect, it } from 'vitest';
import type { Case } from '../../../../src/governance/members.ts';
import { adjudicated, adjudication } from '../../../helpers/adjudication.ts';

const stay = {
  admission: '2026-08-03',
  discharge: '2026-08-07',
  cover: { slabs: [{ since: '2021-01-01', sum_insured: '500000' }] },
};

const refused = (given: Case): readonly string[] => {
  const result = adjudication({ ...stay, ...given });
  expect(result).not.toHaveProperty('amount');
  return result.findings.map(({ code, detail }) => `${code}: ${detail}`);
};

const referred = (items: readonly object[], given: Case = {}): readonly string[] => {
  const result = adjudicated({ ...stay, ...given, items });
  expect(result.outcome).toBe('refer');
  expect(result.moves).toEqual({});
  return result.findings.map(({ code, detail }) => `${code}: ${detail}`);
};

const line = (amount: unknown, changes: object = {}) => ({ head: 'pharmacy', amount, ...changes });

describe('A bill that cannot be adjudicated', () => {
  it.each([
    ['an amount of 1e30', [line(1e30)], 'BILL-LINE: line 1: its amount cannot be read'],
    [
      'an amount of 2^63 paise',
      [line('92233720368547758.08')],
      'BILL-LINE: line 1: its amount cannot be read',
    ],
    [
      'an amount of 2^63 rupees in crores',
      [line('922337203685.4775808 crore')],
      'BILL-LINE: line 1: its amount cannot be read',
    ],
    [
      'an amount of a thousand crores',
      [line('1000 crore')],
      "BILL-AMOUNT: line 1: its amount is too large to be a bill's",
    ],
    ['an amount that is not a number', [line(Number.NaN)], 'BILL-LINE: line 1: its amount cannot be read'],
    ['a negative amount', [line('500'), line('-100')], 'BILL-AMOUNT: line 2: its amount is below zero'],
    ['an amount of null', [line(null)], 'BILL-LINE: line 1: it has no amount'],
    ['no lines', [], 'BILL-LINES: the bill has no lines'],
    [
      '5,000 lines',
      Array.from({ length: 5_000 }, () => line('1')),
      'BILL-LINES: the bill has 5000 lines, at most 1000 are read',
    ],
    ['only lines of zero', [line('0')], 'BILL-AMOUNT: the bill adds up to nothing'],
    ['a line that is text', ['500'], 'BILL-LINE: line 1: not a line with a head'],
    ['a line without a head', [{ amount: '500' }], 'BILL-LINE: line 1: it has no head'],
    [
      'a date that does not exist',
      [line('500', { date: '2026-02-30' })],
      'BILL-LINE: line 1: its date cannot be read',
    ],
    [
      'days that are words',
      [line('500', { head: 'room', days: 'two' })],
      'BILL-LINE: line 1: its number of days cannot be read',
    ],
    [
      'no days at all',
      [line('500', { head: 'room', days: 0 })],
      'BILL-DAYS: line 1: its number of days is not above zero',
    ],
    [
      'an unclear mark of intensive care',
      [line('500', { icu: 'perhaps' })],
      'BILL-LINE: line 1: icu is neither yes nor no',
    ],
  ])('is handed to a person without amounts: %s', (_, items, finding) => {
    expect(refused({ items })).toContain(finding);
  });

  it.each([
    [
      'no admission',
      { admission: undefined },
      'CODE-012: the date of admission is missing or cannot be read',
    ],
    [
      'no discharge',
      { discharge: undefined },
      'CODE-012: the date of discharge is missing or cannot be read',
    ],
    ['a discharge before the admission', { discharge: '2026-08-01' }, 'CODE-012: discharge before admission'],
    ['no sum insured', { cover: { slabs: [] } }, 'ELIG-001: the policy states no sum insured'],
    [
      'two sums insured from one day',
      { cover: { slabs: [stay.cover.slabs[0], { since: '2021-01-01', sum_insured: '300000' }] } },
      'ELIG-001: the policy states two sums insured from the same day',
    ],
    ['an input that is a list', { accident: ['yes'] }, 'CASE-UNREADABLE: given but cannot be read: accident'],
    [
      'an input that is neither yes nor no',
      { day_care: 'perhaps' },
      'CASE-UNREADABLE: given but cannot be read: day_care',
    ],
  ])('is handed to a person without amounts: %s', (_, given, finding) => {
    expect(refused({ items: [line('500')], ...given })).toContain(finding);
  });
});

describe('A bill with a doubtful line', () => {
  it.each([
    ['a head that no rule set has', [line('500', { head: 'wellness' })], 'BILL-HEAD: line 1'],
    ['a head with a Cyrillic look-alike', [line('500', { head: 'phаrmacy' })], 'BILL-HEAD: line 1'],
    ['a head with a dotless i', [line('500', { head: 'ıcu', days: 1 })], 'BILL-HEAD: line 1'],
    ['an item with a Cyrillic look-alike', [line('500', { text: 'tоiletries' })], 'BILL-LETTERS: line 1'],
    ['an item in Greek capitals', [line('500', { text: 'ΜΑΣΚ' })], 'BILL-LETTERS: line 1'],
    [
      'an item in Hindi, in which there is no list',
      [line('500', { text: 'टेलीफोन' })],
      'BILL-LETTERS: line 1',
    ],
    ['an item among other words', [line('500', { text: 'Sterile gloves, pair' })], 'BILL-ITEM: line 1'],
    [
      'two rooms without days',
      [line('500', { head: 'room' }), line('500', { head: 'icu' })],
      'BILL-DAYS: line 1',
    ],
    ['more days than the stay has', [line('500', { head: 'room', days: 6 })], 'BILL-DAYS: 6 days in rooms'],
  ])('is handed to a person with a proposed amount: %s', (_, items, finding) => {
    expect(referred(items).join('\n')).toContain(finding);
  });

  it('refers a stay without a night that is not day care', () => {
    expect(referred([line('500')], { discharge: '2026-08-03' }).join('\n')).toContain('STAY-24H');
  });

  it('refers a cataract whose eye is not stated, and does not equate it with another unstated eye', () => {
    const findings = referred([line('500')], { cataract: true });
    expect(findings).toEqual(['RULE-UNKNOWN: the limit for cataract cannot be applied: eye is not stated']);
  });

  it('refers a claim whose terms leave nothing to pay, because only a person may reject one', () => {
    const cover = { ...stay.cover, used: '500000' };
    expect(referred([line('500')], { cover })).toEqual([
      'BENX-005: the terms leave nothing to pay, and only a person may reject a claim',
    ]);
  });
});

describe('An item on a list', () => {
  it.each([
    ['Toiletries'],
    ['  TOILETRIES '],
    ['ｔｏｉｌｅｔｒｉｅｓ'],
    ['𝐭𝐨𝐢𝐥𝐞𝐭𝐫𝐢𝐞𝐬'],
    ['toi\u200bletries'],
    ['Toiletries.'],
  ])('is not payable however it is spelt: %s', (text) => {
    const result = adjudicated({ ...stay, items: [line('480', { text }), line('1000')] });
    expect(result.adjustments[0]).toMatchObject({
      line: 1,
      stage: 'lists',
      code: 'NONPAY-I',
      amount: 480_00n,
    });
    expect(result.outcome).toBe('approve_part');
  });
});

describe('An approval', () => {
  it('lists the rules that the claim passed, and moves the counters by its use', () => {
    const result = adjudicated({ ...stay, items: [line('20000')] });
    expect(result.passed.map(({ stage }) => stage)).toEqual([
      'gates',
      'gates',
      'window',
      'lists',
      'day_caps',
      'day_caps',
      'proportion',
      'balance',
    ]);
    expect(result.moves).toEqual({ sum_insured: 19_000_00n });
  });
});
