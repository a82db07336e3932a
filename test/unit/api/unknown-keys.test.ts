import { expect, it } from 'vitest';
import { TokenBuckets } from '../../../src/api/limits/token-bucket.ts';
import { UnknownKeys } from '../../../src/api/limits/unknown-keys.ts';

/** Tries a key that does not work. @returns whether the key was looked up */
const fail = (keys: UnknownKeys, address: string): boolean => {
  const attempt = keys.begin(address);
  if (attempt.allowed) attempt.failed();
  else expect(attempt.failed).toThrow(/Too many invalid API keys/);
  return attempt.allowed;
};

it('an address uses up only its own attempts and gets new ones over time', () => {
  let now = 0;
  const keys = new UnknownKeys(2, () => now);
  expect([1, 2, 3].map(() => fail(keys, '192.0.2.1'))).toEqual([true, true, false]);
  expect(fail(keys, '192.0.2.2')).toBe(true);
  now += 30_000;
  expect(fail(keys, '192.0.2.1')).toBe(true);
});

it('a valid key uses up no attempts, however often it is sent', () => {
  const keys = new UnknownKeys(2, () => 0);
  for (let n = 0; n < 10; n += 1) keys.begin('192.0.2.1').worked();
  expect([1, 2, 3].map(() => fail(keys, '192.0.2.1'))).toEqual([true, true, false]);
  keys.begin('192.0.2.1').worked();
  expect(fail(keys, '192.0.2.1')).toBe(false);
});

it('addresses of one IPv6 network share their attempts, but IPv4 addresses in IPv6 form do not', () => {
  const keys = new UnknownKeys(1, () => 0);
  expect(fail(keys, '2001:db8::1')).toBe(true);
  expect(fail(keys, '2001:db8:0:0:ffff::2')).toBe(false);
  expect(fail(keys, '2001:db8:0:1::1')).toBe(true);
  expect(fail(keys, '::ffff:192.0.2.1')).toBe(true);
  expect(fail(keys, '::ffff:192.0.2.2')).toBe(true);
});

it('new names share one bucket once the table is full, and known names keep their own', () => {
  const buckets = new TokenBuckets(2, () => 0);
  for (let n = 0; n < 50_000; n += 1) buckets.take(`name-${n}`);
  const crowd = ['a', 'b', 'c'].map((name) => buckets.take(name).allowed);
  expect(crowd).toEqual([true, true, false]);
  expect(buckets.take('name-7').allowed).toBe(true);
});
