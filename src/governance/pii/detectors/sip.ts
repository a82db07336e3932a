/** Finds the number in a SIP address: "sip:98…@10.4.11.7", "PJSIP/98…@trunk" (RFC 3261). The part after the at sign is a server. */
import type { Page } from '../page/page.ts';

/** Maximum number of units in the scheme and the number. */
const LONGEST = 24;

const USER = /(?:\bsips?:|\b(?:PJ)?SIP\/)(\+?(?:0|91)?(?:[6-9]\d{9}|X{3}[\dX]{5,9}))$/i;

/** The number in a SIP address: where it starts, and whether it is masked already. */
export interface SipUser {
  readonly start: number;
  readonly masked: boolean;
}

/** Returns the telephone number between a SIP scheme and the at sign at unit `at`, or null. */
export const sipUserAt = ({ codes }: Page, at: number): SipUser | null => {
  const last = codes[at - 1] ?? 0;
  if (last < 48 || last > 57) return null;
  const before = String.fromCharCode(...codes.subarray(Math.max(0, at - LONGEST), at));
  const number = USER.exec(before)?.[1];
  return number === undefined ? null : { start: at - number.length, masked: number.includes('X') };
};
