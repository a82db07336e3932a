import { describe, expect, it } from 'vitest';
import { isIfsc } from '../../../../src/governance/identifiers/ifsc.ts';
import { isIndianMobile } from '../../../../src/governance/identifiers/phone.ts';

describe('Identifiers without a check digit', () => {
  it.each([
    [isIfsc, 'HDFC0001234', 'HDFC1001234'],
    [isIfsc, 'ICIC0DC0099', 'SBIN0A'],
    [isIndianMobile, '+91 98765-43210', '+91 58765-43210'],
    [isIndianMobile, '00919876543210', '98765432101'],
    [isIndianMobile, '०९८७६५४३२१०', '98765'],
  ])('%o accepts %s and rejects %s', (check, good, bad) => {
    expect(check(good)).toBe(true);
    expect(check(bad)).toBe(false);
  });
});
