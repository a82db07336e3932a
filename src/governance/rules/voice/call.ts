import { isIndianMobile } from '../../identifiers/phone.ts';
import { flagOf, memberOf, nameKey, textOf, type Case } from '../../members.ts';

/** A call as the rules read it; '' stands for missing. */
export interface Call {
  /** `+91` and ten digits, or '' when the number is none. */
  readonly phone: string;
  readonly phoneGiven: boolean;
  /** In capitals. */
  readonly policy: string;
  /** Digits alone. */
  readonly code: string;
  readonly address: string;
  /** What was read back; undefined when nothing is said of it. */
  readonly readback: string | undefined;
  readonly confirmed: boolean;
}

/** Reads a free-form call. `readback: yes` says that it was read back and confirmed. */
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

/** Only a plain yes is one; a plain no in either member is none, whatever the other says. */
const confirmationOf = (given: Case, readback: boolean | undefined): boolean => {
  const said = flagOf(given, 'confirmed', 'confirmation');
  if (said === undefined && memberOf(given, 'confirmed') !== undefined) return false;
  return said !== false && readback !== false && (said === true || readback === true);
};

/** Whether what was read back is the address, but for case and punctuation. */
export const readbackAgrees = ({ readback, address }: Pick<Call, 'readback' | 'address'>): boolean =>
  readback === undefined || nameKey(readback) === nameKey(address);
