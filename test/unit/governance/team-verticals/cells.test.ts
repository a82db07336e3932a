import { expect, it } from 'vitest';
import { StepCells } from '../../../../src/governance/team-verticals/cells.ts';

const cells = new StepCells({ case: { text: 'string', list: 'list<string>' } }, new Set());

/** Evaluates a cell over a text of a given length, and a list of that many elements, each with the text. */
const valueOf = (text: string, length: number, elements = 0): unknown => {
  const made = cells.cell(text);
  if (typeof made === 'string') throw new Error(made);
  const one = 'a'.repeat(length);
  return made.cell({ case: { text: one, list: Array.from({ length: elements }, () => one) } } as never);
};

const TOO_LARGE = { unknown: 'the result is too large' };

it('a cell gives at most 10,000 characters', () => {
  expect(valueOf('case.text + case.text', 5_000)).toBe('a'.repeat(10_000));
  expect(valueOf('case.text + case.text', 5_001)).toEqual(TOO_LARGE);
  expect(valueOf('size(case.text + case.text)', 5_001)).toBe(10_002n);
});

it('a cell gives at most 1,000 elements, with 100,000 characters in all', () => {
  expect(valueOf('case.list + case.list', 100, 500)).toHaveLength(1_000);
  expect(valueOf('case.list + case.list', 100, 501)).toEqual(TOO_LARGE);
  expect(valueOf('case.list + case.list', 101, 500)).toEqual(TOO_LARGE);
});
