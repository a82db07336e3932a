import { expect, it } from 'vitest';
import { patternCost } from '../../../../src/governance/text/pattern-cost.ts';

it.each<[string, number]>([
  ['no space left', 1],
  ['disk|disc', 1],
  // One of them begins with the other, so both can match.
  ['disk|disks', 2],
  [String.raw`\/|/`, 2],
  ['a{0,30}', 31],
  ['a{2}', 1],
  ['[^\\n]{0,30}?x', 31],
  ['keeps? going', 2],
  ['(?:a?)?', 3],
  ['a{0,9}b{0,9}', 100],
  ['(?<!no ?)disk', 2],
])('the cost of %s is %i', (pattern, cost) => {
  expect(patternCost(pattern)).toBe(cost);
});

it.each([
  'a*',
  'a+',
  'a{3,}',
  'a{1000}',
  '(?:a|b){2}',
  String.raw`(a)\1`,
  '(?<n>a)',
  String.raw`\p{L}`,
  '(',
  'x)',
  '[',
  '[b-a]',
])('%s is not allowed', (pattern) => {
  expect(typeof patternCost(pattern)).toBe('string');
});

it('a pattern that is allowed takes no more steps on a long text than its cost says', () => {
  const pattern = `${'a?'.repeat(12)}${'a{0,9}'.repeat(1)}b`;
  const cost = patternCost(pattern);
  expect(cost).toBe(2 ** 12 * 10);
});
