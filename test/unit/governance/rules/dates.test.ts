import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, dayInIndia, formatDay, parseDay } from '../../../../src/governance/dates.ts';

describe('parseDay', () => {
  it.each([
    '2026-11-03',
    '2026/11/03',
    '2026-11-3',
    '03/11/2026',
    '3/11/2026',
    '03-11-2026',
    '3.11.2026',
    '03/11/26',
    '3 Nov 2026',
    '3rd November, 2026',
    '03-Nov-2026',
    '3-nov-26',
    'Nov 3, 2026',
    'November 3 2026',
    '2026-11-03T10:00:00+05:30',
    '2026-11-03 23:59:00',
    '2026-11-02T20:00:00Z',
    '०३/११/२०२६',
    ' 3 Nov. 2026 ',
  ])('%s is 3 November 2026', (text) => {
    expect(formatDay(parseDay(text)!)).toBe('2026-11-03');
  });

  it.each([
    '',
    'yesterday',
    '31/02/2026',
    '2026-02-29',
    '2026-13-01',
    '11/03',
    '2026',
    '20261103',
    '3 Foo 2026',
    '3/11-2026',
    '0/11/2026',
    '1899-12-31',
    '2026-11-03T25:00',
    '2026-11-03Tzz',
    20261103,
    null,
    undefined,
    {},
    [],
    true,
  ])('%s is not a date', (value) => {
    expect(parseDay(value)).toBeUndefined();
  });

  it('any day survives being written as ISO text and read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 80_000 }), (day) => {
        expect(parseDay(formatDay(day))).toBe(day);
      }),
    );
  });
});

it('the day in India changes at 18:30 UTC', () => {
  expect(formatDay(dayInIndia(new Date('2026-11-27T18:29:59Z')))).toBe('2026-11-27');
  expect(formatDay(dayInIndia(new Date('2026-11-27T18:30:00Z')))).toBe('2026-11-28');
});

const later = (from: string, months: number) => formatDay(addMonths(parseDay(from)!, months));

it('adding months keeps the day or falls back to the last day of a shorter month', () => {
  expect(later('2025-06-01', 24)).toBe('2027-06-01');
  expect(later('2024-02-29', 24)).toBe('2026-02-28');
  expect(later('2026-01-31', 1)).toBe('2026-02-28');
  expect(later('2026-11-15', 2)).toBe('2027-01-15');
});
