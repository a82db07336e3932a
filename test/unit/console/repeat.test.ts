import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../console/src/api/call.ts';
import { createRepeat, isSameGiven } from '../../../console/src/api/repeat.ts';

const fileOf = (content: string, lastModified = 1): File =>
  new File([content], 'claims.csv', { type: 'text/csv', lastModified });

/**
 * Sends a change whose attempts end as given; `null` is a reply.
 * @returns the key of each attempt
 */
const keysOf = async (
  attempts: readonly (readonly [given: unknown, end: Error | null])[],
): Promise<string[]> => {
  const repeat = createRepeat();
  const keys: string[] = [];
  for (const [given, end] of attempts) {
    const attempt = repeat(given, async (key) => {
      keys.push(key);
      if (end !== null) throw end;
    });
    await (end === null ? attempt : expect(attempt).rejects.toBe(end));
  }
  return keys;
};

const lost = new ApiError(0, {});
const refused = new ApiError(422, { type: 'https://x.example/problems/invalid-request' });
const reused = new ApiError(422, { type: 'https://x.example/problems/idempotency-key-reused' });

describe('A change', () => {
  it.each([
    ['got no response', lost],
    ['met a gateway without a service', new ApiError(502, {})],
    ['took a gateway too long', new ApiError(504, {})],
    ['got half a response', new SyntaxError('Unexpected end of JSON input')],
  ])('that %s is repeated under its key, and the next one has another', async (_, end) => {
    const [first, second, third] = await keysOf([
      [{ task: 'a' }, end],
      [{ task: 'a' }, null],
      [{ task: 'a' }, null],
    ]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('keeps the key of a lost response even if a later attempt is refused', async () => {
    const busy = new ApiError(429, {});
    const [first, ...later] = await keysOf([
      ['a', lost],
      ['a', busy],
      ['a', null],
    ]);
    expect(later).toEqual([first, first]);
  });

  it('has a new key after a refusal, and after its key belonged to other content', async () => {
    const refusals = await keysOf([
      ['a', refused],
      ['a', null],
    ]);
    expect(new Set(refusals).size).toBe(2);
    const others = await keysOf([
      ['a', lost],
      ['a', reused],
      ['a', null],
    ]);
    expect(others[1]).toBe(others[0]);
    expect(others[2]).not.toBe(others[0]);
  });

  it('with other content has another key, and several lost ones keep theirs', async () => {
    const keys = await keysOf([
      [{ files: [fileOf('1')] }, lost],
      [{ files: [fileOf('other')] }, lost],
      [{ files: [fileOf('1')] }, null],
      [{ files: [fileOf('other')] }, null],
    ]);
    expect(new Set(keys).size).toBe(2);
    expect(keys.slice(2)).toEqual(keys.slice(0, 2));
  });
});

it('values are the same if all of their parts are, and files if they have not changed on the disk', () => {
  expect(isSameGiven(undefined, undefined)).toBe(true);
  expect(isSameGiven({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(isSameGiven({ a: [1, { b: null }] }, { a: [1, { b: 0 }] })).toBe(false);
  expect(isSameGiven({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSameGiven([], {})).toBe(false);
  expect(isSameGiven([fileOf('1')], [fileOf('1')])).toBe(true);
  expect(isSameGiven(fileOf('1'), fileOf('1', 2))).toBe(false);
  expect(isSameGiven(fileOf('1'), {})).toBe(false);
  const bytes = new Blob(['1']);
  expect(isSameGiven({ bytes }, { bytes })).toBe(true);
  expect(isSameGiven({ bytes }, { bytes: new Blob(['1']) })).toBe(false);
});
