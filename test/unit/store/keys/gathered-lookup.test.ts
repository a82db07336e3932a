import { expect, it } from 'vitest';
import { GatheredLookup } from '../../../../src/store/keys/gathered-lookup.ts';

const hashOf = (n: number): Buffer => Buffer.from([n]);

it('the lookup gathers many hashes into one query and answers each caller', async () => {
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

it('a failed query fails only the callers that waited for it', async () => {
  let fails = true;
  const lookup = new GatheredLookup(async (hashes) => {
    if (fails) throw new Error('away');
    return hashes;
  });
  await expect(Promise.all([lookup.has(hashOf(1)), lookup.has(hashOf(2))])).rejects.toThrow('away');
  fails = false;
  expect(await lookup.has(hashOf(1))).toBe(true);
});
