import { expect, it } from 'vitest';
import { NOTHING_KNOWN } from '../../../../src/governance/known.ts';
import { maskText } from '../../../../src/governance/mask.ts';
import { knownInSteps } from '../../../../src/governance/team-verticals/known.ts';

const TEXT = 'Ref 50100012345678 and 9812345678, 42';

it('an identifier that a look-up read as a whole number is masked in the text of a later step', () => {
  // Without the names of the members, the numbers are not recognisable.
  expect(maskText(TEXT, NOTHING_KNOWN)).toBe(TEXT);
  const known = knownInSteps(NOTHING_KNOWN, {
    account: 50_100_012_345_678n,
    rows: [{ mobile: 9_812_345_678n }],
  });
  expect(maskText(TEXT, known)).toBe('Ref XXXXXXXXXX5678 and XXXXXX5678, 42');
});
