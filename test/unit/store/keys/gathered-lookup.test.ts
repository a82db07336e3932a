import { expect, it } from 'vitest';
import { GatheredLookup } from '../../../../src/store/keys/gathered-lookup.ts';

const hashOf = (n: number): Buffer => Buffer.from([n]);

it('looks many hashes up with one query, and tells each what it asked for', async () => {
  const queries: number[] = [];
  const lookup = new GatheredLookup(async (hashes) => {
    queries.push(hashes.length);
    return hashes.filter(([n]) => n! % 2 === 0);
  });
  const answers = await Promise.all(Array.from({ length: 20 }, async (_, n) => lookup.has(hashOf(n))));
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => n % 2 === 0));
  expect(await lookup.has(hashOf(4))).toBe(true);
  expect(queries).toEqual([20, 1]);
});

it('tells a failed query to those that waited for it, and to nobody after them', async () => {
  let fails = true;
  const lookup = new GatheredLookup(async (hashes) => {
    if (fails) throw new Error('away');
    return hashes;
  });
  await expect(Promise.all([lookup.has(hashOf(1)), lookup.has(hashOf(2))])).rejects.toThrow('away');
  fails = false;
  expect(await lookup.has(hashOf(1))).toBe(true);
});
