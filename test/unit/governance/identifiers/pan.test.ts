import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPan, panHolder } from '../../../../src/governance/identifiers/pan.ts';
import { makePan } from '../../../helpers/identifiers.ts';

describe('isPan', () => {
  it('isPan accepts made-up numbers in upper and lower case', () => {
    fc.assert(fc.property(fc.nat(), (seed) => isPan(makePan(seed)) && isPan(makePan(seed).toLowerCase())));
  });

  it.each(['ABCPE1234', 'ABCPE12345', 'ABCP1234F', 'MUMA12345B', 'ABCPE1234FF', 'ABCPEXXXXF', ''])(
    'isPan rejects %j',
    (text) => {
      expect(isPan(text)).toBe(false);
    },
  );
});

describe('panHolder', () => {
  it.each([
    ['P', 'individual'],
    ['C', 'company'],
    ['H', 'Hindu undivided family'],
    ['F', 'firm or limited liability partnership'],
    ['A', 'association of persons'],
    ['T', 'trust'],
    ['B', 'body of individuals'],
    ['L', 'local authority'],
    ['J', 'artificial juridical person'],
    ['G', 'government agency'],
  ])('panHolder maps %s to %s', (letter, holder) => {
    expect(panHolder(makePan(7, letter))).toBe(holder);
  });

  it('panHolder returns nothing for an unissued letter or another shape', () => {
    expect(panHolder('ABCDE1234F')).toBeUndefined();
    expect(panHolder('ABCPE123')).toBeUndefined();
  });
});
