import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashKey, isKeyShaped, mintKey, prefixOf } from '../../../../src/store/keys/format.ts';

describe('API keys', () => {
  it('keys have a prefix, 30 random characters and a checksum of 6', () => {
    const keys = Array.from({ length: 200 }, mintKey);
    for (const key of keys) {
      expect(key).toMatch(/^pmn_live_[0-9A-Za-z]{36}$/);
      expect(isKeyShaped(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(200);
  });

  it('a key in which one character was changed is recognised as invalid without a database', () => {
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 44 }), fc.constantFrom(...'0Aa9Zz'), (at, char) => {
        const key = mintKey();
        fc.pre(key[at] !== char);
        expect(isKeyShaped(key.slice(0, at) + char + key.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('other strings are never mistaken for a key', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isKeyShaped(text)).toBe(false);
      }),
    );
    const key = mintKey();
    expect(isKeyShaped(` ${key}`)).toBe(false);
    expect(isKeyShaped(`${key}\n`)).toBe(false);
    expect(isKeyShaped(key.slice(0, -1))).toBe(false);
  });

  it('anyone can compute the checksum: CRC-32 of everything before it in base62', () => {
    // python3: zlib.crc32(b"pmn_live_" + b"0" * 30) = 2658106883
    expect(isKeyShaped(`pmn_live_${'0'.repeat(30)}2tt91f`)).toBe(true);
  });

  it('keys are stored as a hash and shown by their first characters', () => {
    const key = mintKey();
    expect(hashKey(key)).toHaveLength(32);
    expect(prefixOf(key)).toBe(key.slice(0, 13));
  });
});
