import { describe, expect, it } from 'vitest';
import { maskKnown, maskKnownJson, parseKnown } from '../../../src/governance/known-identifiers.ts';
import { knownFile } from '../../helpers/known-file.ts';
import { makeAadhaar, makePan } from '../../helpers/identifiers.ts';

const AADHAAR = makeAadhaar(41);
const PHONE = '8265930174';
const PAN = makePan(42);
const known = parseKnown(knownFile([AADHAAR, PHONE, PAN], 6))!;
const grouped = (digits: string, size: number, gap: string): string =>
  digits.replaceAll(new RegExp(`(?=(?:\\d{${size}})+$)(?!^)`, 'g'), gap);
const backwards = (text: string): string => [...text].toReversed().join('');
/** Returns the longest part of `secret` that occurs in `text`, forwards or backwards, without separators. */
const longestLeft = (secret: string, text: string): number => {
  const plain = text.toUpperCase().replaceAll(/[^A-Z\d]/g, '');
  for (let length = secret.length; length > 0; length--) {
    for (let at = 0; at + length <= secret.length; at++) {
      const part = secret.slice(at, at + length);
      if (plain.includes(part) || plain.includes(backwards(part))) return length;
    }
  }
  return 0;
};

describe('A known identifier', () => {
  const devanagari = [...PHONE].map((digit) => String.fromCodePoint(0x966 + Number(digit))).join('');
  it.each([
    ['as it is', AADHAAR, AADHAAR],
    ['as a float', AADHAAR, `${AADHAAR}.0`],
    ['in a frame', PHONE, `0   Asha  ${PHONE}.0     1200\n1   Ravi  NaN  900`],
    ['in scientific notation', AADHAAR, Number(AADHAAR).toExponential()],
    ['in scientific notation of few digits', AADHAAR, `0    ${Number(AADHAAR).toExponential(6)}\n`],
    ['grouped by thousands', AADHAAR, `${grouped(AADHAAR, 3, ',')}.00`],
    ['grouped by fours', AADHAAR, grouped(AADHAAR, 4, ' ')],
    ['grouped by twos', PHONE, grouped(PHONE, 2, ',')],
    ['with underscores', PHONE, grouped(PHONE, 3, '_')],
    ['in millions', PHONE, String(Number(PHONE) / 1e6)],
    ['as slices in columns', AADHAAR, `${AADHAAR.slice(0, 4)}  ${AADHAAR.slice(4, 8)}  ${AADHAAR.slice(8)}`],
    ['as its first eight digits', AADHAAR, `Ravi ${AADHAAR.slice(0, 8)}`],
    ['reversed', PHONE, backwards(PHONE)],
    ['as a list of digits', PHONE, JSON.stringify([...PHONE])],
    ['as a reversed list', PHONE, `['${[...PHONE].toReversed().join("', '")}']`],
    ['digit by digit', PHONE, [...PHONE].join('\n')],
    ['after a country code', PHONE, `91${PHONE}`],
    ['inside a word', PHONE, `id${PHONE}x`],
    ['in lower case', PAN, PAN.toLowerCase()],
    ['as letters backwards', PAN, backwards(PAN)],
    ['as the first nine of its letters and digits', PAN, PAN.slice(0, 9)],
  ])('a known identifier is masked: %s', (_, secret, text) => {
    const masked = maskKnown(known, text);
    expect(longestLeft(secret, text)).toBeGreaterThan(5);
    expect(longestLeft(secret, masked)).toBeLessThan(6);
    expect(masked).toHaveLength(text.length);
  });

  it('a known identifier in digits of another script is masked', () => {
    expect(maskKnown(known, devanagari)).toBe(`XXXXXX${devanagari.slice(6)}`);
  });

  it('text and numbers without identifiers are unchanged', () => {
    const text = 'Total 1,23,456.78 over 4,711 rows on 2026-04-01, mean 6.02e+23; Pune 0.4512; ["a", "b"]';
    expect(maskKnown(known, text)).toBe(text);
    expect(maskKnownJson(known, { a: [1, 2.5, 'x', null, true] })).toEqual({ a: [1, 2.5, 'x', null, true] });
  });

  it('a JSON number that is an identifier becomes a masked string', () => {
    expect(maskKnownJson(known, [{ phone: Number(PHONE) }, { [PHONE]: 1 }])).toEqual([
      { phone: 'XXXXXX0174' },
      { XXXXXX0174: 1 },
    ]);
  });

  it.each(['', 'x', '{}\n', '{"lengths":[0],"slice":6,"hashes":1}\n', '{"lengths":"x"}\nabc'])(
    'a file of another form is not a filter: %j',
    (text) => {
      expect(parseKnown(Buffer.from(text))).toBeUndefined();
    },
  );
});
