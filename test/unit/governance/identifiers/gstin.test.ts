import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  gstinCheckCharacter,
  gstinShape,
  isGstState,
  panOfGstin,
} from '../../../../src/governance/identifiers/gstin.ts';
import { isPan } from '../../../../src/governance/identifiers/pan.ts';
import { makeGstin } from '../../../helpers/identifiers.ts';

const isGstin = (gstin: string): boolean => gstinShape(gstin) && gstinCheckCharacter(gstin) === gstin[14];

describe('The form and check character of a GSTIN', () => {
  it('they accept made-up numbers, each containing a PAN', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => isGstin(makeGstin(seed)) && isPan(panOfGstin(makeGstin(seed))!)),
    );
  });

  it.each(['27AAPFU0939F1ZV', '9917IRL29003OSG', '9922JPN29001OSU', '27PNEA06819B1DE'])(
    'they accept the published number %s',
    (gstin) => {
      expect(isGstin(gstin)).toBe(true);
    },
  );

  it('they reject every other character in every position of a number', () => {
    const gstin = makeGstin(11);
    for (let at = 0; at < 15; at++)
      for (const char of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        if (char !== gstin[at]) expect(isGstin(gstin.slice(0, at) + char + gstin.slice(at + 1))).toBe(false);
  });

  it.each(['27ABCDE1234F1Z5', '00AAPFU0939F1ZV', '27AAPFU0939F1Z', '27AAPFU0939F1ZVV', ''])(
    'they reject %j',
    (text) => {
      expect(isGstin(text)).toBe(false);
    },
  );
});

describe('isGstState', () => {
  it('isGstState accepts 01 to 38, 97 and 99', () => {
    const known = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter(isGstState);
    expect(known).toHaveLength(40);
    expect(known.slice(-2)).toEqual(['97', '99']);
  });
});
