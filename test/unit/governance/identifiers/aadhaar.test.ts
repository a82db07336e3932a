import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAadhaar } from '../../../../src/governance/identifiers/aadhaar.ts';
import { verhoeffValid } from '../../../../src/governance/identifiers/verhoeff.ts';
import { breakCheck, grouped, makeAadhaar, withCheckDigit } from '../../../helpers/identifiers.ts';

describe('isAadhaar', () => {
  it('isAadhaar accepts made-up numbers in every usual spelling', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom('', ' ', '-', '.', '\u00a0', ' - ', '\n', '\u2013'),
        (seed, separator) => {
          expect(isAadhaar(grouped(makeAadhaar(seed), [4, 4, 4], separator))).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['Devanagari digits', '२३४५ ६७८९ १२३८'],
    ['full-width digits', '２３４５６７８９１２３８'],
    ['zero-width spaces', '2345\u200b6789\u200b1238'],
  ])('isAadhaar reads %s', (_name, text) => {
    expect(isAadhaar(text)).toBe(true);
  });

  it('isAadhaar rejects a wrong check digit', () => {
    fc.assert(fc.property(fc.nat(), (seed) => !isAadhaar(breakCheck(makeAadhaar(seed)))));
  });

  it.each(['0', '1'])('isAadhaar rejects numbers that start with %s', (first) => {
    const body = `${first}2345678901`;
    expect(isAadhaar(withCheckDigit(body, verhoeffValid))).toBe(false);
  });

  it.each(['999999999999', '666666666666'])(
    'isAadhaar rejects %s, which passes the check but is a palindrome',
    (number) => {
      expect(isAadhaar(number)).toBe(false);
    },
  );

  it.each(['', '2345 6789', '2345 6789 1238 x', 'XXXX XXXX 1238', '2345678912380'])(
    'isAadhaar rejects %j',
    (text) => {
      expect(isAadhaar(text)).toBe(false);
    },
  );
});
