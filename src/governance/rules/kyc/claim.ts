import { parseRupees } from '../../amounts.ts';
import { parseDay, type Day } from '../../dates.ts';
import {
  flagOf,
  memberOf,
  readMember,
  textOf,
  unreadableIn,
  writtenOf,
  type Case,
  type MemberUse,
} from '../../members.ts';
import { nameKey } from '../../text/plain.ts';
import { normalise } from '../../text/reading.ts';
import { hasRoundedLine, roundedIn } from '../rounded.ts';
import { linesOf, lineTotal } from './bill.ts';
import { documentMembers, unreadableDocuments } from './documents.ts';

/** A claim in the form that the rules use. A missing or unreadable value is undefined, or '' for text. */
export interface Claim {
  readonly pan: string;
  readonly aadhaar: string;
  /** Policy number in upper case. */
  readonly policy: string;
  /** Amount in paise. */
  readonly amount: bigint | undefined;
  readonly admission: Day | undefined;
  readonly discharge: Day | undefined;
  readonly dischargeGiven: boolean;
  readonly diagnosis: string;
  /** All diagnoses, treatments and procedures named in the case or in a document. */
  readonly conditions: readonly string[];
  readonly hospital: string;
  readonly network: boolean | undefined;
  readonly accident: boolean;
  /** Paise per day; null if given but unreadable. */
  readonly roomRent: bigint | null | undefined;
  readonly items: unknown;
  /** Names of members and document lines that were given but cannot be read. */
  readonly unreadable: readonly string[];
  /** Names of members that are numbers which may have been rounded. */
  readonly rounded: readonly string[];
}

/** Members that the rules use, and how. `items` has its own finding (PRCE-001). */
const USES: Readonly<Record<string, MemberUse>> = {
  id: 'text',
  pan: 'text',
  aadhaar: 'text',
  policy: 'text',
  policy_number: 'text',
  amount: 'text',
  bill_amount: 'text',
  admission: 'text',
  admission_date: 'text',
  discharge: 'text',
  discharge_date: 'text',
  diagnosis: 'text',
  treatment: 'text',
  procedure: 'text',
  hospital: 'text',
  room_rent: 'text',
  room_rent_per_day: 'text',
  network: 'flag',
  in_network: 'flag',
  accident: 'flag',
};

/** Reads a free-form case. Lines in its documents supply the members that it lacks. Never throws, whatever the members are. */
export const readClaim = (given: Case): Claim => {
  const found = documentMembers(given);
  const text = (...names: readonly string[]) => givenText(given, ...names) || givenText(found, ...names);
  const discharge = text('discharge', 'discharge_date');
  const roomRent = text('room_rent', 'room_rent_per_day');
  return {
    // Identifiers are read as in the scan, so that no spelling can hide one.
    pan: normalise(text('pan')),
    aadhaar: normalise(text('aadhaar')),
    policy: text('policy', 'policy_number').toUpperCase().replaceAll(/\s+/g, ''),
    amount: parseRupees(text('amount', 'bill_amount')),
    admission: parseDay(text('admission', 'admission_date')),
    discharge: parseDay(discharge),
    dischargeGiven: discharge !== '',
    diagnosis: text('diagnosis'),
    conditions: [given, found].flatMap((source) =>
      ['diagnosis', 'treatment', 'procedure']
        .map((name) => givenText(source, name))
        .filter((each) => each !== ''),
    ),
    hospital: text('hospital'),
    network: networkFlag(given),
    accident: flagOf(given, 'accident') === true,
    roomRent: roomRent === '' ? undefined : (parseRupees(roomRent) ?? null),
    items: memberOf(given, 'items'),
    unreadable: unreadableMembers(given, found),
    rounded: [
      ...roundedIn(given, Object.keys(USES)),
      ...(hasRoundedLine(memberOf(given, 'items')) ? ['items'] : []),
    ],
  };
};

const isBlank = (given: Case, name: string): boolean => {
  const text = textOf(given, name);
  return text !== '' && NOTHING.test(text);
};

/** Words about the network other than a plain yes or no. */
const NETWORK = /^(?:(?<within>in|inside|in[- ]network)|out|outside|out[- ]of[- ]network|non[- ]network)$/i;

const networkFlag = (given: Case): boolean | undefined => {
  const words = ['network', 'in_network']
    .map((name) => NETWORK.exec(textOf(given, name)))
    .filter((match) => match !== null);
  if (words.some(({ groups }) => groups?.['within'] === undefined)) return false;
  return flagOf(given, 'network', 'in_network') ?? (words.length > 0 ? true : undefined);
};

const unreadableMembers = (given: Case, found: Case): readonly string[] => {
  const isSaid = (name: string) =>
    !isBlank(given, name) &&
    !(USES[name] === 'flag' && name !== 'accident' && NETWORK.test(textOf(given, name)));
  return [
    ...unreadableIn(given, USES).filter(isSaid),
    ...Object.keys(found)
      .filter((name) => readMember(found, name).state === 'unreadable')
      .map((name) => `${name} of a document`),
    ...unreadableDocuments(given),
  ];
};

/**
 * Returns a key that is equal for two claims for the same event: policy, diagnosis, admission and amount, each in a uniform
 * spelling. Returns undefined for a claim without a policy, admission or amount. The records show whether the patient is the
 * same.
 */
export const eventOf = ({ policy, diagnosis, admission, amount }: Claim): string | undefined =>
  policy === '' || admission === undefined || amount === undefined
    ? undefined
    : JSON.stringify([policy, nameKey(diagnosis), admission, String(amount)]);

/** Returns whether a case or its documents state an amount in any form. */
const statesAmount = (given: Case): boolean =>
  [given, documentMembers(given)].some((source) => givenText(source, 'amount', 'bill_amount') !== '');

/**
 * Returns the claimed amount: the one that the claim states, or else the sum of its bill's lines if all can
 * be read.
 */
export const claimedAmount = (given: Case, { amount, items }: Claim): bigint | undefined => {
  if (statesAmount(given)) return amount;
  const totals = (linesOf(items) ?? []).map(lineTotal);
  const read = totals.filter((total) => typeof total === 'bigint');
  return read.length === 0 || read.length < totals.length
    ? undefined
    : read.reduce((sum, total) => sum + total, 0n);
};

/** Returns the claimant's own claim number as it was written, or '' if there is none. */
export const claimNumber = (given: Case): string => (isBlank(given, 'id') ? '' : writtenOf(given, 'id'));

/** Returns the diagnosis as it was written, or '' if there is none. */
export const writtenDiagnosis = (given: Case): string =>
  [given, documentMembers(given)]
    .filter((source) => !isBlank(source, 'diagnosis'))
    .map((source) => writtenOf(source, 'diagnosis'))
    .find((written) => written !== '') ?? '';

/** Words that people write in a field that does not apply to them. */
const NOTHING =
  /^(?:n\.?\s?\/?\s?a\.?|nil|none|null|undefined|unknown|not (?:available|applicable|known|given)|tbd|[-–—._*x?\s]+)$/i;

const givenText = (given: Case, ...names: readonly string[]): string => {
  for (const name of names) {
    const text = textOf(given, name);
    if (text !== '' && !NOTHING.test(text)) return text;
  }
  return '';
};
