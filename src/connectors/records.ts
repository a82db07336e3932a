import { type Day, parseDay } from '../governance/dates.ts';
import { parseRupees } from '../governance/amounts.ts';
import { isPan, panHolder } from '../governance/identifiers/pan.ts';
import type { PolicyTerms } from '../governance/rules/kyc/policy.ts';
import { mobile } from '../governance/records/cells.ts';
import { nameKey, plainText } from '../governance/text/plain.ts';
import { ConnectorError } from './common/errors.ts';

export interface PolicyRecord extends PolicyTerms {
  readonly number: string;
  readonly status: 'active' | 'lapsed' | 'cancelled';
}

export interface HospitalRecord {
  readonly name: string;
  readonly inNetwork: boolean;
}

/** An account with its identifiers in the clear, which exist only for the duration of a step. */
export interface AccountRecord {
  readonly number: string;
  readonly pan: string;
  readonly email: string;
  readonly status: 'active' | 'locked' | 'fraud_hold' | 'closed';
  readonly failedLogins: number;
}

/** A caller with the number in the clear, which exists only for the duration of a step. */
export interface CallerRecord {
  /** `+91` and ten digits. */
  readonly phone: string;
  readonly policy: string;
  /** The one-time code that the institution sent to the caller; '' if there is none at the moment. */
  readonly code: string;
}

export interface RecordOf {
  readonly policies: PolicyRecord;
  readonly hospitals: HospitalRecord;
  readonly accounts: AccountRecord;
  readonly callers: CallerRecord;
}

export type RecordKind = keyof RecordOf;

/** Thrown inside a reader; the field's name is the only part of the record that is reported. */
class FieldError extends Error {
  readonly field: string;

  constructor(field: string, expected: string) {
    super(`"${field}" is missing or not ${expected}`);
    this.field = field;
  }
}

const MAX_TEXT = 300;

/** Largest amount in paise, so that sums of amounts stay exact everywhere. */
const MAX_PAISE = 1_000_000_000_000_000n;

type Fields = Readonly<Record<string, unknown>>;

/** Returns a field as text; '' if it is missing. Numbers beyond 15 digits may have lost some, so they are refused. */
const textOf = (record: Fields, field: string): string => {
  const value = record[field];
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e15) return String(value);
  if (typeof value === 'string' && value.length <= MAX_TEXT) return plainText(value).trim();
  throw new FieldError(field, 'a short text');
};

const numberOf = (record: Fields, field = 'number'): string => {
  const text = textOf(record, field).toUpperCase().replaceAll(/\s+/g, '');
  if (!/^[A-Z0-9/-]{1,40}$/.test(text)) throw new FieldError(field, 'letters, digits, "/" and "-"');
  return text;
};

const wordOf = <T extends string>(record: Fields, field: string, words: readonly T[]): T => {
  const text = textOf(record, field)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const word = words.find((one) => one === text);
  if (word === undefined) throw new FieldError(field, `one of ${words.join(', ')}`);
  return word;
};

const dayOf = (record: Fields, field: string): Day => {
  const day = parseDay(textOf(record, field).replace(/T\d\d:.*$/, ''));
  if (day === undefined) throw new FieldError(field, 'a date such as 2026-04-05');
  return day;
};

const amountOf = (record: Fields, field: string, least: bigint): bigint => {
  const paise = parseRupees(textOf(record, field));
  if (paise === undefined || paise < least || paise > MAX_PAISE)
    throw new FieldError(field, 'an amount in rupees such as 500000.00');
  return paise;
};

const has = (record: Fields, field: string): boolean => textOf(record, field) !== '';

const readPolicy = (record: Fields): PolicyRecord => {
  const coverFrom = dayOf(record, 'cover_from');
  const policy: PolicyRecord = {
    number: numberOf(record),
    status: wordOf(record, 'status', ['active', 'lapsed', 'cancelled']),
    coverFrom,
    coverTo: dayOf(record, 'cover_to'),
    since: has(record, 'since') ? dayOf(record, 'since') : coverFrom,
    sumInsured: amountOf(record, 'sum_insured', 1n),
    // A missing `used` must not look like an unused policy.
    used: amountOf(record, 'used', 0n),
    roomRentLimit: has(record, 'room_rent_limit') ? amountOf(record, 'room_rent_limit', 1n) : undefined,
  };
  if (policy.coverTo < policy.coverFrom) throw new FieldError('cover_to', 'on or after cover_from');
  return policy;
};

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  yes: true,
  y: true,
  '1': true,
  false: false,
  f: false,
  no: false,
  n: false,
  '0': false,
};

const readHospital = (record: Fields): HospitalRecord => {
  const name = textOf(record, 'name');
  if (nameKey(name) === '') throw new FieldError('name', 'a name');
  const inNetwork = FLAGS[textOf(record, 'in_network').toLowerCase()];
  if (inNetwork === undefined) throw new FieldError('in_network', 'true or false');
  return { name, inNetwork };
};

const readAccount = (record: Fields): AccountRecord => {
  const pan = textOf(record, 'pan').toUpperCase().replaceAll(/[\s-]/g, '');
  if (!isPan(pan) || panHolder(pan) === undefined) throw new FieldError('pan', 'a PAN');
  const email = textOf(record, 'email').toLowerCase();
  if (!/^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,190}$/.test(email))
    throw new FieldError('email', 'an email address');
  const failed = has(record, 'failed_logins') ? textOf(record, 'failed_logins') : '0';
  if (!/^\d{1,4}$/.test(failed)) throw new FieldError('failed_logins', 'a whole number');
  return {
    number: numberOf(record),
    pan,
    email,
    status: wordOf(record, 'status', ['active', 'locked', 'fraud_hold', 'closed']),
    failedLogins: Number(failed),
  };
};

const readCaller = (record: Fields): CallerRecord => {
  const phone = mobile(textOf(record, 'phone'));
  if (typeof phone !== 'string') throw new FieldError('phone', 'an Indian mobile number');
  const code = textOf(record, 'code').replaceAll(/[\s-]/g, '');
  if (!/^[A-Za-z0-9]{0,12}$/.test(code)) throw new FieldError('code', 'a one-time code');
  return { phone, policy: numberOf(record, 'policy'), code };
};

const READERS: { readonly [K in RecordKind]: (record: Fields) => RecordOf[K] } = {
  policies: readPolicy,
  hospitals: readHospital,
  accounts: readAccount,
  callers: readCaller,
};

const keyOf: { readonly [K in RecordKind]: (record: RecordOf[K]) => string } = {
  policies: ({ number }) => number,
  hospitals: ({ name }) => nameKey(name),
  accounts: ({ number }) => number,
  callers: ({ phone }) => phone,
};

/** Returns a key in the form in which an answer's key is compared with it. */
const comparable = (kind: RecordKind, key: string): string => (kind === 'hospitals' ? nameKey(key) : key);

/**
 * Reads the one record in a mapped answer. The same record twice counts once.
 * @returns undefined if the answer says that there is none
 * @throws ConnectorError if it is not one readable record, or the record of another key
 */
export const readRecord = <K extends RecordKind>(
  kind: K,
  key: string,
  mapped: unknown,
): RecordOf[K] | undefined => {
  const list = (Array.isArray(mapped) ? (mapped as unknown[]) : [mapped]).filter(
    (item) => item !== null && item !== undefined,
  );
  const distinct = new Map(list.map((item) => [JSON.stringify(item), item]));
  const [first] = distinct.values();
  if (first === undefined) return undefined;
  if (distinct.size > 1)
    throw new ConnectorError('ambiguous', `The answer has ${distinct.size} different records for one key.`);
  if (typeof first !== 'object' || Array.isArray(first))
    throw new ConnectorError('record_invalid', 'The mapped answer is not an object.');
  let record: RecordOf[K];
  try {
    record = READERS[kind](first as Fields);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw new ConnectorError('record_invalid', `In the mapped answer ${error.message}.`);
  }
  if (keyOf[kind](record) !== comparable(kind, key))
    throw new ConnectorError('record_invalid', 'The answer is about another key than the one asked for.');
  return record;
};
