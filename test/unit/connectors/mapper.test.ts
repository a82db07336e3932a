import { afterAll, describe, expect, it } from 'vitest';
import { Mapper } from '../../../src/connectors/mapping/mapper.ts';

const mapper = new Mapper();
afterAll(async () => mapper.close());

const failure = async (work: Promise<unknown>): Promise<string> => {
  const error = (await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )) as { code: string; detail: string };
  expect(error.code).toBe('mapping_failed');
  return error.detail;
};

describe('Mapper', () => {
  it('a mapping turns an answer into a record, and a missing member into a missing field', async () => {
    const answer = { data: { no: 'A-1', sum: 500_000 } };
    expect(
      await mapper.map('{ "number": data.no, "sum_insured": data.sum, "used": data.spent }', answer),
    ).toEqual({
      number: 'A-1',
      sum_insured: 500_000,
    });
    expect(await mapper.map('data.missing', answer)).toBeUndefined();
  });

  it('an expression that cannot be parsed is refused with its position and without its text', async () => {
    const detail = await failure(mapper.check('{ "a": secret_word ( }'));
    expect(detail).toMatch(/^JSONata [A-Z]\d+ at position \d+\.$/);
    await mapper.check('{ "a": b }');
  });

  it.each([
    ['an endless loop', '($f := function($x) { $f($x + 1) }; $f(0))'],
    ['endless recursion', '($f := function($x) { 1 + $f($x + 1) }; $f(0))'],
    ['a huge sequence', '[1..9000000]'],
    ['a pattern that backtracks for ever', `$match("${'a'.repeat(40)}!", /^(a+)+$/)`],
    ['a text that grows without end', '($f := function($s) { $f($s & $s) }; $f("aaaaaaaaaaaaaaaa"))'],
    ['a function that does not exist', '$fetch("http://127.0.0.1/")'],
  ])('%s ends in bounded time, and the next mapping works', async (_name, expression) => {
    await failure(mapper.map(expression, {}));
    expect(await mapper.map('1 + 1', {})).toBe(2);
  });

  it('a mapping can neither reach the process nor change the prototypes of later ones', async () => {
    expect(await mapper.map('constructor.constructor', {})).toBeUndefined();
    await mapper.map('{ "__proto__": { "polluted": true } }', {});
    expect(await mapper.map('polluted', {})).toBeUndefined();
  });

  it('mappings that wait for each other each get their own result', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, async (_, n) => mapper.map('n * 2', { n })));
    expect(results).toEqual(Array.from({ length: 20 }, (_, n) => n * 2));
  });
});
