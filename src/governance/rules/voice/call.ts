import { mobileOf } from '../../identifiers/phone.ts';
import { clip } from '../../text/clip.ts';
import {
  flagOf,
  memberOf,
  readMember,
  textOf,
  unreadableIn,
  type Case,
  type MemberUse,
} from '../../members.ts';
import { nameKey, plainText } from '../../text/plain.ts';
import { normalise } from '../../text/reading.ts';
import { roundedIn } from '../rounded.ts';
import { MAX_ADDRESS } from './address.ts';

/** A call in the form that the rules use; '' means that a value is missing. */
export interface Call {
  /** `+91` and ten digits, or '' if the number is not valid. */
  readonly phone: string;
  readonly phoneGiven: boolean;
  /** Policy number in upper case. */
  readonly policy: string;
  /** One-time code without spaces and hyphens. */
  readonly code: string;
  readonly address: string;
  /** The address as it was given, for the records. */
  readonly writtenAddress: string;
  /** The text that was read back; undefined if there is none. */
  readonly readback: string | undefined;
  readonly confirmed: boolean;
  /** Names of members that were given but cannot be read. */
  readonly unreadable: readonly string[];
  /** Names of members that are numbers which may have been rounded. */
  readonly rounded: readonly string[];
}

/** Members that the rules use, and how. An address that is too long has its own finding (VOX-ADDRESS). */
const USES: Readonly<Record<string, MemberUse>> = {
  id: 'text',
  phone: 'text',
  policy: 'text',
  policy_number: 'text',
  otp: 'text',
  one_time_code: 'text',
  code: 'text',
  address: 'long',
  new_address: 'long',
  readback: 'answer',
  read_back: 'answer',
  confirmed: 'answer',
  confirmation: 'answer',
};

/** Reads a free-form call. `readback: yes` means that the address was read back and confirmed. */
export const readCall = (given: Case): Call => {
  // The number is read as in the scan, so that its digits are the ones that were checked.
  const phone = normalise(textOf(given, 'phone'));
  const address = addressOf(given);
  const readback = textOf(given, 'readback', 'read_back');
  const readbackFlag = flagOf(given, 'readback', 'read_back');
  return {
    phone: mobileOf(phone),
    phoneGiven: phone !== '',
    policy: textOf(given, 'policy', 'policy_number').toUpperCase().replaceAll(/\s/g, ''),
    code: textOf(given, 'otp', 'one_time_code', 'code').replaceAll(/[\s-]/g, ''),
    address: plainText(address).replaceAll(/\s+/g, ' '),
    writtenAddress: address,
    readback: readbackFlag === undefined && readback !== '' ? readback : undefined,
    confirmed: confirmationOf(given, readbackFlag),
    unreadable: unreadableIn(given, USES),
    rounded: roundedIn(given, Object.keys(USES)),
  };
};

/**
 * Returns the new address as it was given. An address that is too long is truncated, but to a length that still fails the check.
 */
const addressOf = (given: Case): string => {
  for (const name of ['address', 'new_address']) {
    const member = readMember(given, name, Infinity);
    if (member.state === 'value') return clip(member.written, 4 * MAX_ADDRESS);
  }
  return '';
};

/** Only a plain yes counts as a confirmation. A plain no in either member overrides a yes in the other. */
const confirmationOf = (given: Case, readback: boolean | undefined): boolean => {
  const said = flagOf(given, 'confirmed', 'confirmation');
  const isGiven = ['confirmed', 'confirmation'].some((name) => (memberOf(given, name) ?? '') !== '');
  if (said === undefined && isGiven) return false;
  return said !== false && readback !== false && (said === true || readback === true);
};

/** Returns whether the text that was read back is the address, ignoring case and punctuation. */
export const readbackAgrees = ({ readback, address }: Pick<Call, 'readback' | 'address'>): boolean =>
  readback === undefined || nameKey(readback) === nameKey(address);
