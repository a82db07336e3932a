import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { luhnValid } from '../../../../src/governance/identifiers/luhn.ts';
import { verhoeffValid } from '../../../../src/governance/identifiers/verhoeff.ts';
import { withCheckDigit } from '../../../helpers/identifiers.ts';

const digits = fc.stringMatching(/^\d{2,18}$/);

describe('Verhoeff check digit', () => {
  it.each(['2363', '234567891238', '234123412346', '312345678909'])(
    'the Verhoeff check accepts the published example %s',
    (number) => {
      expect(verhoeffValid(number)).toBe(true);
    },
  );

  it('the Verhoeff check accepts exactly one last digit', () => {
    fc.assert(fc.property(digits, (body) => verhoeffValid(withCheckDigit(body, verhoeffValid))));
  });

  it('the Verhoeff check detects every error in one digit', () => {
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, shift) => {
        const whole = withCheckDigit(body, verhoeffValid);
        const at = place % whole.length;
        const wrong = String((Number(whole[at]) + shift) % 10);
        expect(verhoeffValid(whole.slice(0, at) + wrong + whole.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('the Verhoeff check detects every swap of two neighbours', () => {
    fc.assert(
      fc.property(digits, fc.nat(), (body, place) => {
        const whole = withCheckDigit(body, verhoeffValid);
        const at = place % (whole.length - 1);
        fc.pre(whole[at] !== whole[at + 1]);
        const swapped = whole.slice(0, at) + whole[at + 1]! + whole[at]! + whole.slice(at + 2);
        expect(verhoeffValid(swapped)).toBe(false);
      }),
    );
  });

  it.each(['', '0', 'a', '12a4', '२३६३'])('the Verhoeff check rejects %j', (text) => {
    expect(verhoeffValid(text)).toBe(false);
  });
});

describe('Luhn check digit', () => {
  it.each(['4111111111111111', '378282246310005', '79927398713'])(
    'the Luhn check accepts the published example %s',
    (number) => {
      expect(luhnValid(number)).toBe(true);
    },
  );

  it('the Luhn check accepts exactly one last digit', () => {
    fc.assert(fc.property(digits, (body) => luhnValid(withCheckDigit(body, luhnValid))));
  });
});
