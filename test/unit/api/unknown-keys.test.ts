import { expect, it } from 'vitest';
import { TokenBuckets } from '../../../src/api/token-bucket.ts';
import { UnknownKeys } from '../../../src/api/unknown-keys.ts';

it('an address uses up its own tries alone, and earns new ones', () => {
  let now = 0;
  const keys = new UnknownKeys(2, () => now);
  keys.count('192.0.2.1');
  keys.count('192.0.2.1');
  expect([keys.isSpent('192.0.2.1'), keys.isSpent('192.0.2.2')]).toEqual([true, false]);
  expect(() => keys.count('192.0.2.1')).toThrow(/Too many keys/);
  now += 30_000;
  expect(keys.isSpent('192.0.2.1')).toBe(false);
});

it('the addresses of one IPv6 network count as one, and those of IPv4 in IPv6 form do not', () => {
  const keys = new UnknownKeys(1);
  keys.count('2001:db8::1');
  expect(keys.isSpent('2001:db8:0:0:ffff::2')).toBe(true);
  expect(keys.isSpent('2001:db8:0:1::1')).toBe(false);
  keys.count('::ffff:192.0.2.1');
  expect(keys.isSpent('::ffff:192.0.2.2')).toBe(false);
});

it('a flood of new names shares one bucket once there is no room, and leaves known names alone', () => {
  const buckets = new TokenBuckets(2, () => 0);
  for (let n = 0; n < 50_000; n += 1) buckets.take(`name-${n}`);
  const crowd = ['a', 'b', 'c'].map((name) => buckets.take(name).allowed);
  expect(crowd).toEqual([true, true, false]);
  expect(buckets.take('name-7').allowed).toBe(true);
});
