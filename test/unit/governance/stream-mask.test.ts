import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskText } from '../../../src/governance/mask.ts';
import { StreamMask } from '../../../src/governance/stream-mask.ts';
import { makeAadhaar, makeCard, makePan, makePhone, grouped } from '../../helpers/identifiers.ts';
import { identifier, soup } from '../../helpers/pii-texts.ts';
import { runs } from '../../helpers/runs.ts';

/** Returns `text` in pieces that end at the given places. */
const pieces = (text: string, cuts: readonly number[]): string[] => {
  const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, text.length].map((end, nth) => text.slice(nth === 0 ? 0 : ends[nth - 1], end));
};

const given = (parts: readonly string[]): string => {
  const mask = new StreamMask();
  return parts.map((part) => mask.add(part)).join('');
};

const PROSE = 'the claim was looked at and nothing in it speaks against what the hospital has written '.split(
  ' ',
);

const prose = fc
  .array(fc.constantFrom(...PROSE), { minLength: 1, maxLength: 40 })
  .map((words) => `${words.join(' ')} `);

/** Long text in which the hardest input for a scan alternates with plain words. */
const longText = fc
  .array(fc.oneof(prose, soup, identifier), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(' '));

const places = fc.array(fc.nat(4_000), { maxLength: 60 });

describe('Masking text that arrives in pieces', () => {
  it('the masked stream is a prefix of the masked whole, wherever the text is cut', () => {
    fc.assert(
      fc.property(longText, places, (text, cuts) => {
        expect(maskText(text).startsWith(given(pieces(text, cuts)))).toBe(true);
      }),
      runs(400),
    );
  });

  it('the stream masks a repeated identifier in another format, wherever the text is cut', () => {
    const after = PROSE.join(' ').repeat(3);
    const aadhaar = grouped(makeAadhaar(8), [4, 4, 4], ' ');
    const again = [
      `x${makeAadhaar(8)}y`,
      grouped(makeAadhaar(8), [4, 4, 4], ')('),
      [...makePan(3, 'P')].join(' - '),
    ];
    const text = `Aadhaar ${aadhaar}, PAN ${makePan(3, 'P')}. ${after} ${again.join(` ${after} `)} ${after}`;
    for (const size of [1, 7, 64, 500]) {
      const out = given(text.match(new RegExp(`[^]{1,${size}}`, 'g'))!);
      expect(maskText(text).startsWith(out)).toBe(true);
      expect(out.length).toBeGreaterThan(text.length - 200);
      for (const written of again) expect(out).not.toContain(written);
    }
  });

  it('the masked stream is the same when every character arrives separately', () => {
    fc.assert(
      fc.property(longText, (text) => {
        expect(maskText(text).startsWith(given([...text]))).toBe(true);
      }),
      runs(60),
    );
  });

  it('the stream never releases an identifier, wherever it is split', () => {
    const after = PROSE.join(' ').repeat(3);
    for (const secret of [
      makeAadhaar(7),
      grouped(makeAadhaar(8), [4, 4, 4], ' '),
      makePan(3, 'P'),
      makeCard(5),
    ]) {
      const text = `We have read the papers. The number is ${secret} as it stands there. ${after}`;
      const start = text.indexOf(secret);
      for (let cut = start - 2; cut <= start + secret.length + 2; cut++) {
        const out = given([text.slice(0, cut), text.slice(cut)]);
        expect(out.length).toBeGreaterThan(start + secret.length);
        expect(out).not.toContain(secret);
      }
    }
  });

  it('the stream masks a long table by its header, wherever the text is cut', () => {
    const rows = Array.from(
      { length: 60 },
      (_, nth) => `${makePhone(nth)},${makePhone(nth + 500)},${makeAadhaar(nth)}`,
    );
    const text = `mobile,order_no,txn_ref\n${rows.join('\n')}\n\n${PROSE.join(' ').repeat(3)}`;
    for (const size of [1, 7, 64, 500]) {
      const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
      const out = given(parts);
      expect(maskText(text).startsWith(out)).toBe(true);
      expect(out.length).toBeGreaterThan(text.length - 200);
    }
    expect(maskText(text)).toContain(`${makePhone(559)},${makeAadhaar(59)}`);
  });

  it('the stream masks SQL rows by their columns, wherever the text is cut', () => {
    const rows = Array.from({ length: 60 }, (_, nth) => `('${makePhone(nth + 500)}','${makePhone(nth)}')`);
    const text = `INSERT INTO t (order_no, mobile) VALUES\n${rows.join(',\n')};\n${PROSE.join(' ').repeat(3)}`;
    for (const size of [1, 13, 200]) {
      const out = given(text.match(new RegExp(`[^]{1,${size}}`, 'g'))!);
      expect(maskText(text).startsWith(out)).toBe(true);
      expect(out.length).toBeGreaterThan(text.length - 200);
    }
  });

  it('the stream holds back only a little plain text', () => {
    const text = `${PROSE.join(' ')} `.repeat(20);
    expect(given([...text]).length).toBeGreaterThan(text.length - 100);
  });

  it('the stream continues after a long stretch without a safe place to cut', () => {
    const numbers = '1 2 3 4 5 6 7 8 9 '.repeat(500);
    const text = `${numbers}${PROSE.join(' ').repeat(40)}`;
    const out = given(text.match(/.{1,7}/gsu)!);
    expect(maskText(text).startsWith(out)).toBe(true);
    expect(out.length).toBeGreaterThan(text.length - 200);
  });

  it('the stream gives up on text without a safe place to cut and releases none of it', () => {
    const mask = new StreamMask();
    let out = '';
    for (let n = 0; n < 100; n += 1) out += mask.add('1 2 3 4 5 6 7 8 9 '.repeat(100));
    expect(out).toBe('');
    expect(mask.add(PROSE.join(' ').repeat(5))).toBe('');
  });
});
