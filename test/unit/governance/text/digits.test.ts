import { expect, it } from 'vitest';
import { digitOf } from '../../../../src/governance/text/digits.ts';

const DIGIT = /^(?![0-9])\p{Nd}$/u;

it('every decimal digit of Unicode except the ASCII ones has a value, and no other code point has one', () => {
  const wrong: string[] = [];
  let digits = 0;
  for (let point = 0; point <= 0x1ffff; point++) {
    const isDigit = DIGIT.test(String.fromCodePoint(point));
    if (isDigit) digits++;
    if ((digitOf(point) !== undefined) !== isDigit) wrong.push(point.toString(16));
  }
  expect(wrong).toEqual([]);
  expect(digits).toBe(760);
});

const values = (text: string): readonly unknown[] => [...text].map((digit) => digitOf(digit.codePointAt(0)!));

it('a digit has the value that its numeral has in its script', () => {
  expect(values('०१२३४५६७८९')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(values('௦௧௨௩௪௫௬௭௮௯')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(values('𝟗𝟘𝟫𝟬𝟵𝟶𝟿🯰🯹')).toEqual([9, 0, 9, 0, 9, 0, 9, 0, 9]);
});
