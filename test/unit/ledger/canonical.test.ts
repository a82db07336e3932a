import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanonicalWriter, cut, type Json } from '../../../src/ledger/canonical.ts';
import { LedgerEntryError } from '../../../src/ledger/errors.ts';

const write = (value: unknown): string => new CanonicalWriter().write(value as Json, 'detail');

const exactNumber = fc
  .oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number));
const storableText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constant(null),
    fc.boolean(),
    exactNumber,
    storableText,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(storableText, tie('json'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('The canonical form', () => {
  it('the canonical form matches an independent RFC 8785 writer for any JSON that can be stored', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(write(value)).toBe(canonicalize(value));
      }),
    );
  });

  it('the canonical form orders members by UTF-16 code units rather than by code points', () => {
    expect(write({ '\ufb33': 1, '\u{1f600}': 2, b: 3, a: 4 })).toBe('{"a":4,"b":3,"\u{1f600}":2,"\ufb33":1}');
  });

  it('the canonical form omits members that are undefined', () => {
    expect(write({ a: undefined, b: [1] })).toBe('{"b":[1]}');
  });

  it('the canonical form replaces and counts NUL and lone surrogates, in member names too', () => {
    const writer = new CanonicalWriter();
    expect(writer.write({ 'n\0': ['a\0b\ud83d', '\ude00\u{1f600}'] }, 'detail')).toBe(
      '{"n\ufffd":["a\ufffdb\ufffd","\ufffd\u{1f600}"]}',
    );
    expect(writer.replaced).toBe(4);
  });

  it('the canonical form of any input string is text that UTF-8 and JSON carry unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = write(String.fromCharCode(...units));
        expect(Buffer.from(text).toString()).toBe(text);
        expect(JSON.parse(text)).not.toMatch(/\0/);
      }),
    );
  });

  it('the canonical form keeps all members even when their names become equal', () => {
    expect(
      Object.values(
        JSON.parse(write({ 'a\0': 1, 'a\ufffd': 2, 'a\ud83d': 3 })) as Record<string, number>,
      ).toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3]);
  });

  it.each([
    ['a number that is not finite', { a: Number.NaN }],
    ['a whole number above 2^53', { a: 2 ** 53 }],
    ['a date', { a: new Date(0) }],
    ['a bigint', { a: 1n }],
    ['a function', { a: () => 1 }],
    ['a hole in an array', { a: [undefined] }],
  ])('the canonical form rejects %s', (_, value) => {
    expect(() => write(value)).toThrow(LedgerEntryError);
  });

  it('the canonical form rejects nesting deeper than 64 levels', () => {
    const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(write(nested(64))).toHaveLength(129);
    expect(() => write(nested(65))).toThrow('deeper than 64');
  });
});

describe('cut', () => {
  it('cut keeps whole code points, so that an emoji at the limit is not split', () => {
    expect(cut('ab\u{1f600}cd', 3)).toBe('ab\u{1f600}');
    expect(cut('ab\u{1f600}cd', 2)).toBe('ab');
  });

  it('cut returns the first code points of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
        expect(cut(text, max)).toBe([...text].slice(0, max).join(''));
      }),
    );
  });
});
