import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRupees, parseRupees } from '../../../../src/governance/amounts.ts';

describe('parseRupees', () => {
  it.each([
    ['70000', 70_000_00n],
    [70000, 70_000_00n],
    [70000.5, 70_000_50n],
    ['70,000', 70_000_00n],
    ['1,23,456.50', 1_23_456_50n],
    ['123,456.5', 1_23_456_50n],
    ['1,00,00,000', 1_00_00_000_00n],
    ['₹1,23,456.50', 1_23_456_50n],
    ['₹ 500', 500_00n],
    ['Rs 10,000/-', 10_000_00n],
    ['Rs. 10,000 /-', 10_000_00n],
    ['rs.500', 500_00n],
    ['INR 2.5 lakh', 2_50_000_00n],
    ['2 lakhs', 2_00_000_00n],
    ['1.25 Crore', 1_25_00_000_00n],
    ['3 cr', 3_00_00_000_00n],
    ['70k', 70_000_00n],
    ['70,000 only', 70_000_00n],
    ['Rupees 500/- only', 500_00n],
    ['500 INR', 500_00n],
    ['500.10000', 500_10n],
    ['+500', 500_00n],
    ['-500', -500_00n],
    ['₹ -500', -500_00n],
    ['-₹500', -500_00n],
    ['0', 0n],
    ['७०,०००', 70_000_00n],
    ['  70000  ', 70_000_00n],
    ['0.01', 1n],
    ['1.000001 crore', 1_00_00_010_00n],
    ['1.500 lakh', 1_50_000_00n],
    ['0.500', 50n],
    ['1,234.500', 1_234_50n],
  ])('%s is read exactly', (text, paise) => {
    expect(parseRupees(text)).toBe(paise);
  });

  it.each([
    '',
    ' ',
    'seventy thousand',
    'NaN',
    'Infinity',
    '1e5',
    '0x10',
    '$500',
    '500 USD',
    '€5',
    '1,0,0',
    '10,00',
    '1,00,00',
    ',500',
    '500,',
    '12.345',
    '0.001',
    '5..0',
    '5.',
    '.5',
    '--5',
    '5-5',
    '5/-/-x',
    '70 000',
    '1234567890123456',
    '1.2.3',
    '5 lakh 20 thousand',
    '9'.repeat(70),
    null,
    undefined,
    true,
    {},
    [],
    ['500'],
    1e21,
    NaN,
  ])('%s is not an amount', (value) => {
    expect(parseRupees(value)).toBeUndefined();
  });

  it('any amount survives being written as a decimal and read again', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 16n), 10n ** 16n), (paise) => {
        expect(parseRupees(formatRupees(paise))).toBe(paise);
      }),
    );
  });

  it('Indian and Western grouping give the same amount', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (rupees) => {
        const paise = BigInt(rupees) * 100n;
        expect(parseRupees(`₹${rupees.toLocaleString('en-IN')}`)).toBe(paise);
        expect(parseRupees(`INR ${rupees.toLocaleString('en-US')}/-`)).toBe(paise);
      }),
    );
  });

  it('parseRupees never throws, whatever the value', () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseRupees(value)));
  });
});
