import { parseRupees } from '../../amounts.ts';
import { parseDay, type Day } from '../../dates.ts';
import { flagOf, memberOf, nameKey, textOf, type Case } from '../../members.ts';
import { documentMembers } from './documents.ts';

/** A claim as the rules read it. A missing or unreadable value is undefined, or '' for text. */
export interface Claim {
  readonly pan: string;
  readonly aadhaar: string;
  /** Policy number in capitals. */
  readonly policy: string;
  /** Amount in paise. */
  readonly amount: bigint | undefined;
  readonly admission: Day | undefined;
  readonly discharge: Day | undefined;
  readonly dischargeGiven: boolean;
  readonly diagnosis: string;
  readonly treatment: string;
  readonly hospital: string;
  readonly network: boolean | undefined;
  readonly accident: boolean;
  /** Paise per day; null if given but unreadable. */
  readonly roomRent: bigint | null | undefined;
  readonly items: unknown;
}

/** Reads a free-form case. Lines of its documents fill in members that it lacks. Never throws, whatever the members are. */
export const readClaim = (given: Case): Claim => {
  const found = documentMembers(given);
  const text = (...names: readonly string[]) => givenText(given, ...names) || givenText(found, ...names);
  const discharge = text('discharge', 'discharge_date');
  const roomRent = text('room_rent', 'room_rent_per_day');
  return {
    pan: text('pan'),
    aadhaar: text('aadhaar'),
    policy: text('policy', 'policy_number').toUpperCase().replaceAll(/\s+/g, ''),
    amount: parseRupees(text('amount', 'bill_amount')),
    admission: parseDay(text('admission', 'admission_date')),
    discharge: parseDay(discharge),
    dischargeGiven: discharge !== '',
    diagnosis: text('diagnosis'),
    treatment: text('treatment', 'procedure'),
    hospital: text('hospital'),
    network: flagOf(given, 'network', 'in_network'),
    accident: flagOf(given, 'accident') === true,
    roomRent: roomRent === '' ? undefined : (parseRupees(roomRent) ?? null),
    items: memberOf(given, 'items'),
  };
};

/**
 * Returns a key that is equal for two claims of the same event: policy, diagnosis, admission and amount, each in one spelling.
 * Undefined for a claim without policy, admission or amount. The records show whether the patient is the same.
 */
export const eventOf = ({ policy, diagnosis, admission, amount }: Claim): string | undefined =>
  policy === '' || admission === undefined || amount === undefined
    ? undefined
    : JSON.stringify([policy, nameKey(diagnosis), admission, String(amount)]);

/** Returns the claimant's own number for the claim, or '' if there is none. */
export const claimNumber = (given: Case): string => givenText(given, 'id');

/** Texts that people write in a field that does not apply to them. */
const NOTHING =
  /^(?:n\.?\s?\/?\s?a\.?|nil|none|null|undefined|unknown|not (?:available|applicable|known|given)|tbd|[-–—._*x?\s]+)$/i;

const givenText = (given: Case, ...names: readonly string[]): string => {
  for (const name of names) {
    const text = textOf(given, name);
    if (text !== '' && !NOTHING.test(text)) return text;
  }
  return '';
};
