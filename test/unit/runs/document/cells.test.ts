import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../src/runs/document/sandbox', import.meta.url));

type Word = readonly [
  chars: string,
  confidence: number,
  box: readonly [number, number, number, number],
  other: string | null,
];

/** Completes rows with a second engine that reads `ink` everywhere. */
const completed = (rows: readonly (readonly Word[])[], ink: string): readonly (readonly Word[])[] =>
  JSON.parse(
    execFileSync('python3', ['-c', PROGRAM], {
      input: JSON.stringify({ rows, ink }),
      env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
    }).toString(),
  );

const PROGRAM = `
import json, sys
from cells import completed
given = json.load(sys.stdin)
rows = [[tuple(word) for word in row] for row in given['rows']]
print(json.dumps(completed(rows, lambda box: (given['ink'], box))))
`;

const ROW_HEIGHT = 50;

/** A row of a bill: number, description, and cells at their columns. */
const row = (nth: number, cells: Readonly<Record<number, readonly [string, number?, string?]>>): Word[] =>
  Object.entries(cells).map(([left, [chars, confidence = 90, other]]) => [
    chars,
    confidence,
    [Number(left), nth * ROW_HEIGHT, Number(left) + 20 * chars.length, nth * ROW_HEIGHT + 24],
    other ?? chars,
  ]);

const FIRST = row(0, { 0: ['1'], 60: ['Gloves'], 900: ['3'], 1000: ['100.10'], 1300: ['300.30'] });

/** A row whose price the two engines read differently. */
const differing = (other: string): Word[] =>
  row(1, {
    0: ['2'],
    60: ['Oxygen'],
    900: ['2'],
    1000: ['3,922.37', 50, other],
    1300: ['7,044.74'],
  });

const textOf = (words: readonly Word[]): string => words.map(([chars]) => chars).join(' ');

describe('A cell of a bill that recognition lost or misread', () => {
  it('a lost quantity is read again, and becomes certain if the line’s arithmetic holds', () => {
    const lost = row(1, { 0: ['2'], 60: ['Dressing'], 1000: ['101.35'], 1300: ['304.05'] });
    const [, second] = completed([FIRST, lost], '3');
    expect(textOf(second!)).toBe('2 Dressing 3 101.35 304.05');
    expect(second![2]![1]).toBe(75);
  });

  it('letters in the place of a quantity are replaced, but stay in doubt if the line does not add up', () => {
    const misread = row(1, { 0: ['2'], 60: ['Dressing'], 900: ['oe'], 1000: ['101.35'], 1300: ['304.05'] });
    expect(textOf(completed([FIRST, misread], '3')[1]!)).toBe('2 Dressing 3 101.35 304.05');
    const [, wrong] = completed([FIRST, misread], '5');
    expect(wrong![2]!.slice(0, 2)).toEqual(['5', 50]);
  });

  it('nothing is added if the second engine reads no number', () => {
    const lost = row(1, { 0: ['2'], 60: ['Dressing'], 1000: ['101.35'], 1300: ['304.05'] });
    expect(textOf(completed([FIRST, lost], 'O')[1]!)).toBe('2 Dressing 101.35 304.05');
  });

  it('of two readings of a price, the one whose arithmetic holds is used, and none if neither does', () => {
    const [, proven] = completed([FIRST, differing('3,522.37')], '');
    expect(proven![3]!.slice(0, 2)).toEqual(['3,522.37', 75]);
    const [, open] = completed([FIRST, differing('3,822.37')], '');
    expect(open![3]!.slice(0, 2)).toEqual(['3,922.37', 50]);
  });

  it('a lost amount is read again beside its price', () => {
    const lost = row(1, { 0: ['2'], 60: ['Ambulance'], 900: ['2'], 1000: ['861.36'] });
    expect(textOf(completed([FIRST, FIRST, lost], '1,722.72')[2]!)).toBe('2 Ambulance 2 861.36 1,722.72');
  });
});
