import { describe, expect, it } from 'vitest';
import { TokenBuckets } from '../../../src/api/limits/token-bucket.ts';

describe('A token bucket', () => {
  it('a bucket allows a minute’s worth of requests at once and then refills over time', () => {
    let now = 0;
    const buckets = new TokenBuckets(60, () => now);
    const taken = Array.from({ length: 61 }, () => buckets.take('key'));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(60);
    expect(taken.at(-1)).toEqual({ allowed: false, remaining: 0, resetSeconds: 60, retrySeconds: 1 });
    now += 2_000;
    expect(
      [buckets.take('key'), buckets.take('key'), buckets.take('key')].map(({ allowed }) => allowed),
    ).toEqual([true, true, false]);
  });

  it('a bucket never holds more than a minute’s worth of requests', () => {
    let now = 0;
    const buckets = new TokenBuckets(2, () => now);
    now += 3_600_000;
    expect([1, 2, 3].map(() => buckets.take('key').allowed)).toEqual([true, true, false]);
  });

  it('a bucket counts each key separately', () => {
    const buckets = new TokenBuckets(1, () => 0);
    expect(buckets.take('a').allowed).toBe(true);
    expect(buckets.take('a').allowed).toBe(false);
    expect(buckets.take('b').allowed).toBe(true);
  });
});
