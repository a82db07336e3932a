import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskJson, maskText, maskValue } from '../../../src/governance/mask.ts';
import {
  breakCheck,
  grouped,
  makeAadhaar,
  makeCard,
  makeEmail,
  makeGstin,
  makePan,
  makePhone,
} from '../../helpers/identifiers.ts';
import { identifier, soup } from '../../helpers/pii-texts.ts';
import { runs } from '../../helpers/runs.ts';

describe('maskValue', () => {
  it.each([
    ['aadhaar', '2345 6789 1238', 'XXXX XXXX 1238'],
    ['vid', '9135-4567-8901-2343', 'XXXX-XXXX-XXXX-2343'],
    ['card', '4111111111111111', 'XXXXXXXXXXXX1111'],
    ['pan', 'ABCPE1234F', 'ABXXXXXXXF'],
    ['gstin', '27AAPFU0939F1ZV', '27XXXXXXXXXX1ZV'],
    ['phone', '+91 98765-43210', '+91 XXXXX-X3210'],
    ['phone', '9876543210', 'XXXXXX3210'],
    ['email', 'asha.k@example.in', 'a*****@example.in'],
    ['email', 'z@example.in', '*@example.in'],
    ['bank_account', '123456789012', 'XXXXXXXX9012'],
    ['phone', '98765', 'XXXXX'],
    ['aadhaar', '', ''],
  ] as const)('maskValue masks %s %s as %s', (type, value, masked) => {
    expect(maskValue(type, value)).toBe(masked);
  });

  it('maskValue keeps a value’s length and hides part of it', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const values = {
          aadhaar: makeAadhaar,
          pan: makePan,
          gstin: makeGstin,
          card: makeCard,
          phone: makePhone,
          email: makeEmail,
        };
        for (const type of ['aadhaar', 'pan', 'gstin', 'card', 'phone', 'email'] as const) {
          const value = values[type](seed);
          expect(maskValue(type, value)).toHaveLength(value.length);
          expect(maskValue(type, value)).not.toBe(value);
        }
      }),
    );
  });
});

describe('maskText', () => {
  it('maskText masks personal identifiers beyond the six types and leaves public ones', () => {
    expect(maskText('passport Z1234567, a/c 123456789012, IFSC HDFC0001234, car KA 01 AB 1234')).toBe(
      'passport ZXXXXX67, a/c XXXXXXXX9012, IFSC HDFC0001234, car KA 01 AB 1234',
    );
  });
});

describe('maskJson', () => {
  it('maskJson uses the end of a long member name as the label of each value under it', () => {
    const name = `${'x '.repeat(50_000)}mobile`;
    const masked = maskJson({ [name]: Array.from({ length: 5_000 }, () => '9876543210') }) as object;
    expect(new Set(Object.values(masked)[0] as string[])).toEqual(new Set(['XXXXXX3210']));
  });

  const aadhaar = makeAadhaar(21);

  it('maskJson masks strings at any depth and in member names', () => {
    const masked = maskJson({
      note: `Aadhaar ${aadhaar}`,
      list: [{ pan: 'ABCPE1234F' }],
      [makeEmail(3)]: true,
    });
    const text = JSON.stringify(masked);
    for (const raw of [aadhaar, 'ABCPE1234F', makeEmail(3)]) expect(text).not.toContain(raw);
  });

  it('maskJson uses a member’s name as the label of its value', () => {
    expect(maskJson({ aadhaar: breakCheck('234567891238') })).toEqual({ aadhaar: 'XXXXXXXX1239' });
    expect(maskJson({ order_id: '9876543211', mobile: '9876543210' })).toEqual({
      order_id: '9876543211',
      mobile: 'XXXXXX3210',
    });
  });

  it('maskJson masks numbers that are clearly identifiers and keeps amounts, times and counts', () => {
    expect(maskJson({ aadhaar: 234567891238, mobile: 9876543210 })).toEqual({
      aadhaar: 'XXXXXXXX1238',
      mobile: 'XXXXXX3210',
    });
    const kept = {
      amount: 9876543210,
      seq: 12,
      at: 1764240000123,
      ratio: 0.250750683890174,
      big: 7001234567,
    };
    expect(maskJson(kept)).toEqual(kept);
  });

  it('maskJson keeps ids, hashes, times and versions that the service itself writes', () => {
    const kept = {
      id: 'run_01931f3a7c2b7d1e9f00123456789012',
      row_hash: '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
      created_at: '2026-11-27T10:15:30.123Z',
      version: '24.21.0',
      nothing: null,
      flags: [true, false],
    };
    expect(maskJson(kept)).toEqual(kept);
  });

  it('maskJson treats a member named __proto__ as data', () => {
    const masked = maskJson(JSON.parse('{"__proto__":{"pan":"ABCPE1234F"}}'));
    expect(JSON.stringify(masked)).toBe('{"__proto__":{"pan":"ABXXXXXXXF"}}');
  });

  it('maskJson changes nothing in its own output', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.constantFrom('aadhaar', 'phone', 'note', 'id'), identifier), soup),
        (value) => {
          const once = maskJson(value);
          expect(maskJson(once)).toEqual(once);
        },
      ),
      runs(1000),
    );
  });

  it('maskJson masks every grouped number in nested text', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const raw = grouped(makeAadhaar(seed), [4, 4, 4], ' ');
        expect(JSON.stringify(maskJson({ steps: [{ detail: `read ${raw}` }] }))).not.toContain(raw);
      }),
    );
  });
});
