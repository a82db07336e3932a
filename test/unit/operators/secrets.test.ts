import { describe, expect, it } from 'vitest';
import { hideIn } from '../../../src/desktop/observe/hide.ts';
import { isBoundHost, isBoundTo } from '../../../src/governance/operators/bound-hosts.ts';
import { isKindAllowed } from '../../../src/governance/operators/file-kinds.ts';
import { base32Bytes, codePeriod, totpCode } from '../../../src/governance/totp.ts';

/** RFC 6238, appendix B: the ASCII digits repeated to the length of the hash, in base32. */
const SEEDS = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512:
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
} as const;

describe('One-time codes', () => {
  it.each([
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ])('at %d s the codes are those of RFC 6238', (seconds, ...codes) => {
    const made = (['SHA1', 'SHA256', 'SHA512'] as const).map((algorithm) =>
      totpCode({ secret: SEEDS[algorithm], digits: 8, period: 30, algorithm }, seconds * 1_000),
    );
    expect(made).toEqual(codes);
  });

  it('a secret is read with the spaces, small letters and padding that sites show', () => {
    expect(base32Bytes('mzxw 6ytb oi======').toString()).toBe('foobar');
  });
});

it.each([
  ['a fresh one at once', 0, 10_000, 30_000],
  ['the next one if one has been typed', 30_000, 30_000, 60_000],
  ['the next one if somebody is to type the next', 60_000, 60_000, 90_000],
])('of one-time codes, %s is the next to be typed', (_, usedUntil, atMs, endsMs) => {
  expect(codePeriod({ period: 30 }, 10_000, usedUntil)).toEqual({ atMs, endsMs });
});

it('a one-time code is not typed in its last seconds', () => {
  expect(codePeriod({ period: 30 }, 28_000, 0)).toEqual({ atMs: 30_000, endsMs: 60_000 });
  expect(codePeriod({ period: 30 }, 27_000, 0)).toEqual({ atMs: 27_000, endsMs: 30_000 });
});

describe('A credential’s hosts', () => {
  it.each([
    ['https://portal.test', ['portal.test'], true],
    ['https://a.portal.test', ['*.portal.test'], true],
    ['https://portal.test.evil.test', ['portal.test'], false],
    ['https://evil.test', ['portal.test'], false],
    ['http://portal.test', ['portal.test'], false],
    ['http://portal.test', ['http://portal.test'], true],
    ['https://portal.test', ['http://portal.test'], false],
    ['https://portal.test:8443', ['portal.test'], false],
    ['https://portal.test:8443', ['portal.test:8443'], true],
    ['null', ['portal.test'], false],
    ['file://', ['portal.test'], false],
  ])('a page of %s with the hosts %j: %s', (origin, hosts, isBound) => {
    expect(isBoundTo(origin, hosts)).toBe(isBound);
  });

  it('an entry without a host is refused', () => {
    expect(['portal.test', '*.a.test', 'http://a.test', 'a b', '', '*'].map(isBoundHost)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

it('a secret is hidden in each of its spellings in an address, and the longer of two secrets first', () => {
  const secrets = ['a b&c', 'a b&c-long'];
  expect(hideIn('x a b&c y a%20b%26c z a+b%26c-long', secrets)).toBe('x (secret) y (secret) z (secret)');
});

it('a file’s kind is the ending of its name', () => {
  const names = ['a.PDF', 'b.xlsx', 'c', 'd.exe', 'pdf', 'x.pdf/e', '.pdf.sh'];
  expect(names.map((name) => isKindAllowed(name, ['pdf', '.XLSX']))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
