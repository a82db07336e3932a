import { describe, expect, it } from 'vitest';
import { cardNetwork } from '../../../../src/governance/identifiers/card.ts';

describe('cardNetwork', () => {
  it.each([
    ['4111111111111111', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['2720990000000007', 'mastercard'],
    ['378282246310005', 'amex'],
    ['36227206271667', 'diners'],
    ['6011111111111117', 'discover'],
    ['6521573902907982', 'discover'],
    ['6074820000000000', 'rupay'],
    ['8172818050484096', 'rupay'],
    ['5085000000000000', 'rupay'],
    ['3530111333300000', 'rupay'],
    ['3528000700000000', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['6759649826438453', 'maestro'],
  ])('cardNetwork maps %s to %s', (number, network) => {
    expect(cardNetwork(number)).toBe(network);
  });

  it.each(['0000000000000000', '411111111111', '37828224631000', '2721000000000000', '7000000000000000'])(
    'cardNetwork returns nothing for %s',
    (number) => {
      expect(cardNetwork(number)).toBeUndefined();
    },
  );
});
