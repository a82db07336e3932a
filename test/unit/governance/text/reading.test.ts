import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normalise,
  read,
  sourceEnd,
  sourceStart,
  toCodePoints,
} from '../../../../src/governance/text/reading.ts';

describe('normalise', () => {
  it.each([
    ['digits of every script', '०१२ ٣٤٥ ６７８ ௯ 𝟎', '012 345 678 9 0'],
    ['spaces and dashes', 'a\u00a0b\u202fc\u2013d\u2212e', 'a b c-d-e'],
    ['invisible characters', '1\u200b2\u00ad3\ufeff4\u20e35', '12345'],
    ['HTML entities', '&#51;&#x34;&nbsp;&commat;', '34 @'],
    ['percent and JSON escapes', 'a%40b\\u003ac\\n9', 'a@b:c\n9'],
    ['letters that look Latin', 'АВСРЕ', 'ABCPE'],
  ])('normalise reads %s', (_name, text, expected) => {
    expect(normalise(text)).toBe(expected);
  });

  it('normalise leaves an invalid escape unchanged', () => {
    expect(normalise('100% &x; C:\\new \\uZZZZ')).toBe('100% &x; C:\\new \\uZZZZ');
  });
});

describe('read', () => {
  it('a reading maps every unit back to separate, ordered stretches of the source', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const reading = read(text);
        let at = 0;
        for (let unit = 0; unit < reading.length; unit++) {
          expect(sourceStart(reading, unit)).toBeGreaterThanOrEqual(at);
          at = sourceEnd(reading, unit + 1);
          expect(at).toBeGreaterThan(sourceStart(reading, unit));
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('a reading leaves printable ASCII without escapes unchanged', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zA-Z0-9 .,@+-]*$/),
        (text) => read(text).starts === null && normalise(text) === text,
      ),
    );
  });
});

describe('toCodePoints', () => {
  it('toCodePoints counts code points as string spreading does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (head, tail) => {
        expect(toCodePoints(head + tail, [head.length, head.length + tail.length])).toEqual([
          [...head].length,
          [...head].length + [...tail].length,
        ]);
      }),
    );
  });
});
