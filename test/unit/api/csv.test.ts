import { expect, it } from 'vitest';
import { csvOf } from '../../../src/api/safety/csv.ts';

it('cells with commas, quotes or line breaks are quoted, and empty ones are empty', () => {
  const rows = [
    { a: 'x, y', b: 'say "no"' },
    { a: null, b: 'two\nlines' },
  ];
  expect(csvOf(['a', 'b'], rows)).toBe('a,b\r\n"x, y","say ""no"""\r\n,"two\nlines"\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('a spreadsheet does not calculate %j', (value) => {
  expect(csvOf(['a'], [{ a: value }])).toBe(`a\r\n'${value}\r\n`);
});
