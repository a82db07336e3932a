import { expect, it } from 'vitest';
import { TokenBuckets } from '../../../src/api/limits/token-bucket.ts';
import { UnknownKeys } from '../../../src/api/limits/unknown-keys.ts';

/** Sends a key that does not work. @returns whether it may have had a query of its own */
const fail = (keys: UnknownKeys, address: string): boolean => {
  const attempt = keys.begin(address);
  if (attempt.allowed) attempt.failed();
  else expect(attempt.failed).toThrow(/Too many keys/);
  return attempt.allowed;
};

it('an address uses up its own tries alone, and earns new ones', () => {
  let now = 0;
  const keys = new UnknownKeys(2, () => now);
  expect([1, 2, 3].map(() => fail(keys, '192.0.2.1'))).toEqual([true, true, false]);
  expect(fail(keys, '192.0.2.2')).toBe(true);
  now += 30_000;
  expect(fail(keys, '192.0.2.1')).toBe(true);
});

it('a key that works uses up no try, however often it comes', () => {
  const keys = new UnknownKeys(2, () => 0);
  for (let n = 0; n < 10; n += 1) keys.begin('192.0.2.1').worked();
  expect([1, 2, 3].map(() => fail(keys, '192.0.2.1'))).toEqual([true, true, false]);
  keys.begin('192.0.2.1').worked();
  expect(fail(keys, '192.0.2.1')).toBe(false);
});

it('the addresses of one IPv6 network count as one, and those of IPv4 in IPv6 form do not', () => {
  const keys = new UnknownKeys(1, () => 0);
  expect(fail(keys, '2001:db8::1')).toBe(true);
  expect(fail(keys, '2001:db8:0:0:ffff::2')).toBe(false);
  expect(fail(keys, '2001:db8:0:1::1')).toBe(true);
  expect(fail(keys, '::ffff:192.0.2.1')).toBe(true);
  expect(fail(keys, '::ffff:192.0.2.2')).toBe(true);
});

it('a flood of new names shares one bucket once there is no room, and leaves known names alone', () => {
  const buckets = new TokenBuckets(2, () => 0);
  for (let n = 0; n < 50_000; n += 1) buckets.take(`name-${n}`);
  const crowd = ['a', 'b', 'c'].map((name) => buckets.take(name).allowed);
  expect(crowd).toEqual([true, true, false]);
  expect(buckets.take('name-7').allowed).toBe(true);
});
