import { describe, expect, it } from 'vitest';
import { isDrivingLicence } from '../../../../src/governance/identifiers/driving-licence.ts';
import { isIfsc } from '../../../../src/governance/identifiers/ifsc.ts';
import { isPassport } from '../../../../src/governance/identifiers/passport.ts';
import { isIndianMobile } from '../../../../src/governance/identifiers/phone.ts';
import { isVehicle } from '../../../../src/governance/identifiers/vehicle.ts';
import { isVoterId } from '../../../../src/governance/identifiers/voter-id.ts';

describe('Identifiers without a check digit', () => {
  it.each([
    [isIfsc, 'HDFC0001234', 'HDFC1001234'],
    [isIfsc, 'ICIC0DC0099', 'SBIN0A'],
    [isIndianMobile, '+91 98765-43210', '+91 58765-43210'],
    [isIndianMobile, '00919876543210', '98765432101'],
    [isIndianMobile, '०९८७६५४३२१०', '98765'],
    [isVoterId, 'ABC1234567', 'AB1234567'],
    [isPassport, 'Z1234567', 'Z0234567'],
    [isDrivingLicence, 'MH-12 20110012345', 'XX-12 20110012345'],
    [isVehicle, 'KA 01 AB 1234', 'QQ 01 AB 1234'],
    [isVehicle, '22 BH 1234 AA', '22 BX 1234 AA'],
  ])('%o accepts %s and rejects %s', (check, good, bad) => {
    expect(check(good)).toBe(true);
    expect(check(bad)).toBe(false);
  });
});
