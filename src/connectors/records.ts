import { isPan, panHolder } from '../governance/identifiers/pan.ts';
import type { PolicyTerms } from '../governance/rules/kyc/policy.ts';
import { mobile } from '../governance/records/cells.ts';
import { nameKey } from '../governance/text/plain.ts';
import { ConnectorError } from './common/errors.ts';
import { amountOf, dayOf, FieldError, type Fields, has, numberOf, textOf, wordOf } from './fields.ts';
import { readProduct, type ServedProduct } from './product.ts';

export interface PolicyRecord extends PolicyTerms {
  readonly number: string;
  readonly status: 'active' | 'lapsed' | 'cancelled';
  /** The cover of the policy's product; absent for a policy without one. */
  readonly product?: ServedProduct;
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

const readPolicy = (record: Fields): PolicyRecord => {
  const coverFrom = dayOf(record, 'cover_from');
  const terms = {
    number: numberOf(record),
    status: wordOf(record, 'status', ['active', 'lapsed', 'cancelled'] as const),
    coverFrom,
    coverTo: dayOf(record, 'cover_to'),
    since: has(record, 'since') ? dayOf(record, 'since') : coverFrom,
    sumInsured: amountOf(record, 'sum_insured', 1n),
    // A missing `used` must not look like an unused policy.
    used: amountOf(record, 'used', 0n),
    roomRentLimit: has(record, 'room_rent_limit') ? amountOf(record, 'room_rent_limit', 1n) : undefined,
  };
  if (terms.coverTo < terms.coverFrom) throw new FieldError('cover_to', 'on or after cover_from');
  const product = readProduct(record, terms);
  return { ...terms, ...(product !== undefined && { product }) };
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

/** Returns a key in the form in which the keys of answers are compared with it. */
const comparable = (kind: RecordKind, key: string): string => (kind === 'hospitals' ? nameKey(key) : key);

/**
 * Reads the one record in a mapped answer. A record that appears twice counts once.
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
