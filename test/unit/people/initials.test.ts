import { expect, it } from 'vitest';
import { initialsOf } from '../../../src/governance/initials.ts';

it.each([
  ['Asha Sample', 'A. S.'],
  ['asha', 'A.'],
  ['Dr. A. P. J. Abdul Kalam', 'D. A. P. J.'],
  ['आशा नमूना', 'आ. न.'],
  ['asha.sample@example.in', 'A. S. E. I.'],
  ['2345 6789 1238', '?'],
  ['', '?'],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
