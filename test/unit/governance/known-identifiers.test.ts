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
const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
};
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

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');
const words = (digits: string, of: string): string =>
  [...digits].map((digit) => of.split(' ')[Number(digit)]).join(' ');

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

  const csv = Array.from({ length: 9 }, (_, at) => `${at},Asha,Pune\n`).join('') + `9,${PHONE},Surat\n`;
  const lines = base64(csv).replaceAll(/.{76}/g, '$&\n');
  it.each([
    ['base64', base64(PHONE)],
    ['base64 after a word', `phone_${base64(PHONE)}`],
    ['base64 of a table', base64(csv)],
    ['base64 over several lines', lines],
    ['base64 of base64', base64(base64(AADHAAR))],
    ['base64 of a slice', base64(`Ravi ${AADHAAR.slice(0, 8)}`)],
    ['base64 of the reversed number', base64(backwards(PHONE))],
    ['base64 for URLs', Buffer.from(`${PAN}?>`).toString('base64url')],
    ['base32', base32(PHONE)],
    ['hexadecimal of its characters', hex(PAN)],
    ['hexadecimal in pairs', hex(PHONE).replaceAll(/..(?!$)/g, '$& ')],
    ['hexadecimal escapes', hex(PHONE).replaceAll(/../g, String.raw`\x$&`)],
    ['a hexadecimal number', `0x${Number(PHONE).toString(16)}`],
    ['a hexadecimal number without a prefix', Number(AADHAAR).toString(16)],
    ['a binary number', Number(PHONE).toString(2)],
    ['an octal number', `0o${Number(PHONE).toString(8)}`],
    ['character codes', JSON.stringify([...Buffer.from(PAN)])],
    ['English words', words(PHONE, 'zero one two three four five six seven eight nine')],
    [
      'English words with commas',
      words(AADHAAR, 'oh one two three four five six seven eight nine').replaceAll(' ', ', '),
    ],
    ['Hindi words', words(PHONE, 'शून्य एक दो तीन चार पाँच छह सात आठ नौ')],
    ['words of tens', 'eighty two sixty five ninety three zero one seven four'],
  ])('a known identifier is masked in %s', (_, written) => {
    const text = `Here: ${written}. Total 1,23,456.78`;
    const masked = maskKnown(known, text);
    expect(masked).toHaveLength(text.length);
    const [, inside = ''] = /^Here: (?:phone_)?(.*)\. Total 1,23,456\.78$/s.exec(masked) ?? [];
    expect(inside).toMatch(/X{2}/);
    expect(inside.replaceAll(/^0[xo]|[X\\]/g, '')).not.toMatch(/[\p{L}\p{N}]/u);
  });

  it('texts that look like encodings stay as they are if they encode no identifier', () => {
    const text = `${hex('a'.repeat(32))} ${base64(csv.slice(0, 60))} 550e8400-e29b-41d4-a716-446655440000 facade [80, 81, 82, 83, 84, 85] one two three 0xdeadbeef 1010101010101010101010101010`;
    expect(maskKnown(known, text)).toBe(text);
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
