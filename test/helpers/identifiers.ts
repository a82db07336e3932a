/** Made-up identifiers that pass every published check. The same seed always makes the same identifier. */
import { gstinCheckCharacter } from '../../src/governance/identifiers/gstin.ts';
import { luhnValid } from '../../src/governance/identifiers/luhn.ts';
import { verhoeffValid } from '../../src/governance/identifiers/verhoeff.ts';

/** Returns a stream of whole numbers below `limit` (mulberry32). */
const numbers = (seed: number): ((limit: number) => number) => {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
};

const digits = (next: (limit: number) => number, count: number): string =>
  Array.from({ length: count }, () => next(10)).join('');

const pick = <T>(next: (limit: number) => number, from: readonly T[]): T => from[next(from.length)]!;

const letters = (next: (limit: number) => number, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(65 + next(26))).join('');

/** Appends the one digit with which the digits pass a check. */
export const withCheckDigit = (body: string, passes: (digits: string) => boolean): string => {
  const passing = [...'0123456789'].map((digit) => body + digit).filter(passes);
  if (passing.length !== 1) throw new RangeError(`${passing.length} check digits fit ${body}`);
  return passing[0]!;
};

/** Returns twelve digits without spaces that are not a palindrome and cannot be a mobile number with 91. */
export const makeAadhaar = (seed: number): string => {
  const next = numbers(seed);
  for (;;) {
    const body = `${2 + next(7)}${digits(next, 10)}`;
    const whole = withCheckDigit(body, verhoeffValid);
    if (whole !== [...whole].toReversed().join('')) return whole;
  }
};

/** Returns a PAN for the kind of holder that `holder` names, or for a random kind. */
export const makePan = (seed: number, holder?: string): string => {
  const next = numbers(seed);
  const series = letters(next, 3);
  const kind = holder ?? pick(next, [...'PCHFATBLJG']);
  return `${series}${kind}${letters(next, 1)}${String(1 + next(9999)).padStart(4, '0')}${letters(next, 1)}`;
};

/** Returns a GSTIN in the regular form with a valid check character. */
export const makeGstin = (seed: number): string => {
  const next = numbers(seed);
  const state = String(1 + next(38)).padStart(2, '0');
  const body = `${state}${makePan(next(1 << 30))}${1 + next(9)}Z`;
  return body + gstinCheckCharacter(body);
};

const NETWORKS = {
  visa: { prefixes: ['4'], length: 16 },
  mastercard: { prefixes: ['51', '55', '2221', '2720'], length: 16 },
  amex: { prefixes: ['34', '37'], length: 15 },
  rupay: { prefixes: ['60', '65', '81', '82', '508'], length: 16 },
  diners: { prefixes: ['36', '300', '38'], length: 14 },
} as const;

/** Returns a card number without separators, for the named network or a random one. */
export const makeCard = (seed: number, network?: keyof typeof NETWORKS): string => {
  const next = numbers(seed);
  const { prefixes, length } =
    NETWORKS[network ?? pick(next, ['visa', 'mastercard', 'amex', 'rupay', 'diners'] as const)];
  const prefix = pick(next, prefixes);
  const body = prefix + digits(next, length - prefix.length - 1);
  return withCheckDigit(body, luhnValid);
};

/** Returns the ten digits of an Indian mobile number. */
export const makePhone = (seed: number): string => {
  const next = numbers(seed);
  return `${6 + next(4)}${digits(next, 9)}`;
};

/** Returns an address at a domain that is reserved for examples (RFC 2606). */
export const makeEmail = (seed: number): string => {
  const next = numbers(seed);
  const name = pick(next, ['asha', 'ravi', 'meena', 'iqbal', 'neha', 'vikram', 'devi', 'joseph']);
  const domain = pick(next, ['example.com', 'example.in', 'example.org', 'mail.example.co.in']);
  return `${name}${pick(next, ['.', '_', '+', ''])}${letters(next, 3).toLowerCase()}${next(100)}@${domain}`;
};

/** Returns the number with a different last digit, so that its check fails. */
export const breakCheck = (number: string): string =>
  number.slice(0, -1) + String((Number(number.slice(-1)) + 1) % 10);

/** Returns `number` in groups, e.g. `grouped('234567891238', [4, 4, 4], ' ')`. */
export const grouped = (number: string, lengths: readonly number[], separator: string): string => {
  let at = 0;
  return lengths.map((length) => number.slice(at, (at += length))).join(separator);
};
