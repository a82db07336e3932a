import { isIndianMobile } from '../../identifiers/phone.ts';
import { flagOf, memberOf, nameKey, textOf, type Case } from '../../members.ts';

/** A call as the rules read it; '' stands for missing. */
export interface Call {
  /** `+91` and ten digits, or '' if the number is not valid. */
  readonly phone: string;
  readonly phoneGiven: boolean;
  /** Policy number in capitals. */
  readonly policy: string;
  /** One-time code without spaces and hyphens. */
  readonly code: string;
  readonly address: string;
  /** The text that was read back; undefined if none is given. */
  readonly readback: string | undefined;
  readonly confirmed: boolean;
}

/** Reads a free-form call. `readback: yes` means that the address was read back and confirmed. */
export const readCall = (given: Case): Call => {
  const phone = textOf(given, 'phone');
  const readback = textOf(given, 'readback', 'read_back');
  const readbackFlag = flagOf(given, 'readback', 'read_back');
  return {
    phone: isIndianMobile(phone) ? `+91${phone.replaceAll(/\D/g, '').slice(-10)}` : '',
    phoneGiven: phone !== '',
    policy: textOf(given, 'policy', 'policy_number').toUpperCase().replaceAll(/\s/g, ''),
    code: textOf(given, 'otp', 'one_time_code', 'code').replaceAll(/[\s-]/g, ''),
    address: textOf(given, 'address', 'new_address').replaceAll(/\s+/g, ' '),
    readback: readbackFlag === undefined && readback !== '' ? readback : undefined,
    confirmed: confirmationOf(given, readbackFlag),
  };
};

/** Only a plain yes counts as a confirmation. A plain no in either member overrides a yes in the other. */
const confirmationOf = (given: Case, readback: boolean | undefined): boolean => {
  const said = flagOf(given, 'confirmed', 'confirmation');
  if (said === undefined && memberOf(given, 'confirmed') !== undefined) return false;
  return said !== false && readback !== false && (said === true || readback === true);
};

/** Returns whether the text that was read back is the address, ignoring case and punctuation. */
export const readbackAgrees = ({ readback, address }: Pick<Call, 'readback' | 'address'>): boolean =>
  readback === undefined || nameKey(readback) === nameKey(address);
