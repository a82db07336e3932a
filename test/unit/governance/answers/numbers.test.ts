import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withUnsupported } from '../../../../src/governance/answers/name-unsupported.ts';
import { unsupportedNumbers } from '../../../../src/governance/answers/supported.ts';

const missing = (answer: string, output: string, question = ''): readonly string[] =>
  unsupportedNumbers(answer, { outputs: [output], question });

describe('Numbers in an answer', () => {
  it.each([
    ['The total is 3,000.00.', '3000.0'],
    ['₹23,68,023 in all', '2368023.0'],
    ['The mean is 6.67%.', '6.666666666666667'],
    ['45% of them', '0.4512'],
    ['about 7 percent', '6.67'],
    ['Rs 12.3 lakh', '1234567'],
    ['₹2.37 Cr', '23680230'],
    ['1.23 million', '1234567'],
    ['It fell by 40.', '-40.0'],
    ['(4,500.00)', '-4500'],
    ['कुल १,२३,४५६', '123456'],
    ['\u06f1\u06f2\u06f3 and \uff14\uff15\uff16', '123 456'],
    ['1. Pune 10\n2. Surat 20', '10 20'],
    ['In Q1 and FY26 it was 7, see CLM-2026-0042.', '7'],
    ['On 2026-01-31 at 10:30 it was 7.', '7'],
    ['1e6 rows', '1000000'],
    ['roughly 1,200 people', '1187'],
  ])('the output supports every number in: %s', (answer, output) => {
    expect(missing(answer, output)).toEqual([]);
  });

  it.each([
    ['The total is 3,001.00.', '3000.0', ['3,001.00']],
    ['There are 3 branches.', '1', ['3']],
    ['7 percent', '6.67', ['7 percent']],
    ['12.5 and 13', '12.5 12.96', ['13']],
    ['₹12.4 lakh', '1234567', ['12.4 lakh']],
    ['42, 42 and 17', 'nothing', ['42', '17']],
    ['Rs.3,001 or Rs3002, INR3003, रु.3004', '3000', ['3,001', '3002', '3003', '3004']],
    ['total:3001', '3000', ['3001']],
    ['The total is\n250.\n', '3000', ['250']],
    ['In all\n250. That is all.', '3000', ['250']],
    ['1. Pune 10\n2. Surat 21\n', '10 20', ['21']],
    ['from 3000-3001, that is 5-6%', '3000 5', ['3001', '6%']],
    ['amount,3001', '3000', ['3001']],
    ['\uff13\uff10\uff10\uff11', '3000', ['\uff13\uff10\uff10\uff11']],
  ])('the output does not support every number in: %s', (answer, output, numbers) => {
    expect(missing(answer, output)).toEqual(numbers);
  });

  it('identifiers in the answer are not listed as unsupported numbers', () => {
    const answer =
      'Phone 98765 43210, card 4111 1111 1111 1111, PAN ABCPK1234L; Aadhaar 2345 6789 1238, again (2345)(6789)(1238). It is 42.';
    expect(missing(answer, '')).toEqual(['42']);
  });

  it.each([
    ['2345 6789 1238', 'Aadhaar '],
    ['2345-6789-1238', 'Aadhaar '],
    ['234567891238', 'Aadhaar '],
    ['2345 6789 1239', 'Aadhaar no '],
    ['4111 1111 1111 1111', 'card '],
    ['+91 98765 43210', 'call '],
    ['0 98765 43210', 'phone '],
    ['1234 5678 9012', 'account number '],
    ['9135 4567 8901 2343', 'VID '],
  ])('no digit group of %s is listed as an unsupported number', (written, label) => {
    expect(missing(`The ${label}${written} has 17 claims.`, '')).toEqual(['17']);
  });

  it('numbers from the question are allowed in the answer', () => {
    expect(missing('The top 5 of 2026 are above 12.', '12', 'Which are the top 5 of 2026?')).toEqual([]);
  });

  it('the output supports a number in any grouping but not a different number', () => {
    const amounts = fc.integer({ min: 1_000, max: 9_999_999_99 });
    const styles = fc.constantFrom('en-IN', 'en-US', 'plain');
    fc.assert(
      fc.property(amounts, styles, (paise, style) => {
        const value = paise / 100;
        const text =
          style === 'plain' ? value.toFixed(2) : value.toLocaleString(style, { minimumFractionDigits: 2 });
        expect(missing(`It is ₹${text}.`, JSON.stringify({ sum: value }))).toEqual([]);
        expect(missing(`It is ₹${text}.`, JSON.stringify({ sum: value + 0.02 }))).toEqual([text]);
      }),
    );
  });

  it.each(['९८२', '٩٨٢', '၉၈၂', '꘩꘨꘢', '９８２'])(
    'a number in the digits of another script counts by its value: %s',
    (written) => {
      expect(missing(`There are ${written} claims.`, 'claims: 982')).toEqual([]);
      expect(missing(`There are ${written} claims.`, 'claims: 983')).toEqual([written]);
    },
  );

  it('the answer ends with a list of the numbers that no output supports', () => {
    expect(withUnsupported('It is 42.', ['42'])).toBe(
      'It is 42.\n\nNot found in the output of any code run: 42.',
    );
    expect(withUnsupported('It is 42.', [])).toBe('It is 42.');
    const many = Array.from({ length: 12 }, (_, n) => String(n));
    expect(withUnsupported('x', many)).toContain('8; 9 and 2 more.');
  });
});
