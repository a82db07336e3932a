import { describe, expect, it } from 'vitest';
import { knownInOpened } from '../../../src/governance/known.ts';
import { maskText } from '../../../src/governance/mask.ts';
import { makeAadhaar } from '../../helpers/identifiers.ts';

describe('The identifiers of an opened case', () => {
  it('a second step of the same case does not scan it again, and masks the same identifiers', () => {
    const aadhaar = makeAadhaar(7);
    const opened = { id: 'CLM-1', aadhaar };
    const first = knownInOpened(opened);
    expect(knownInOpened(opened)).toBe(first);
    expect(maskText(`x${aadhaar}y`, first)).toBe(`xXXXXXXXX${aadhaar.slice(-4)}y`);
  });

  it('another case has its own identifiers', () => {
    const [one, other] = [makeAadhaar(8), makeAadhaar(9)];
    expect(maskText(`x${one}y`, knownInOpened({ aadhaar: other }))).toBe(`x${one}y`);
    expect(maskText(`x${one}y`, knownInOpened({ aadhaar: one }))).not.toContain(one);
  });
});
