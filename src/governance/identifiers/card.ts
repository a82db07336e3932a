/**
 * Payment card numbers (ISO/IEC 7812-1): a Luhn check digit, and a prefix and length that a network has issued. RuPay prefixes
 * according to NPCI's product circulars: 60, 65, 81, 82, 508, 353, 356.
 */
import { networkOf, type CardNetwork } from './checks.ts';

/** Returns the network that issues numbers with the prefix and length of these ASCII digits, or undefined if there is none. */
export const cardNetwork = (digits: string): CardNetwork | undefined =>
  networkOf(Number(digits.slice(0, 4)), digits.length);
