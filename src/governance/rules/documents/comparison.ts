/** Compares two statements about a member by their meaning rather than by their writing. */
import { parseRupees } from '../../amounts.ts';
import { parseDay } from '../../dates.ts';
import { isAadhaar } from '../../identifiers/aadhaar.ts';
import { plainText } from '../../text/plain.ts';
import { normalise } from '../../text/reading.ts';

/** Returns a member's value in a form in which equal values are equal; undefined if it cannot be read as such. */
type Plain = (value: string) => string | undefined;

const code: Plain = (value) =>
  normalise(value)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '') || undefined;
const money: Plain = (value) => parseRupees(value)?.toString();
const day: Plain = (value) => parseDay(value)?.toString();
const address: Plain = (value) => plainText(value).toLowerCase() || undefined;
const name: Plain = (value) => wordsOf(value).join(' ') || undefined;

/** Members that are compared. Descriptions, such as a diagnosis, are worded differently in every document. */
const PLAIN: Readonly<Record<string, Plain>> = {
  pan: code,
  aadhaar: code,
  policy: code,
  account: code,
  amount: money,
  bill_amount: money,
  net_payable: money,
  room_rent: money,
  admission: day,
  discharge: day,
  email: address,
  applicant: name,
  patient: name,
  customer: name,
  hospital: name,
};

/** Members whose values may be written at different lengths: `M. Sample` and `Smt Meera Sample`. */
const NAMES: ReadonlySet<string> = new Set(['applicant', 'patient', 'customer', 'hospital']);

/** Words that are not part of a name. */
const NO_NAME = /^(?:mr|mrs|ms|miss|shri|smt|sri|kum|dr|m\/s|pvt|private|ltd|limited|the)$/;

const wordsOf = (value: string): readonly string[] =>
  plainText(value)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}/]+/u)
    .filter((word) => word !== '' && !NO_NAME.test(word));

/** Members that rules use but that are not compared. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['diagnosis', 'treatment', 'procedure', 'items']);

/** Returns whether a decision may depend on a member. Others, such as a bed number, may be in doubt. */
export const isDecisive = (member: string): boolean => isCompared(member) || DESCRIPTIONS.has(member);

export const isCompared = (member: string): boolean => Object.hasOwn(PLAIN, member);

/** Returns whether a value is readable as its member's type: an amount, a day, a code. */
export const isReadable = (member: string, value: string): boolean =>
  isCompared(member) ? PLAIN[member]!(value) !== undefined : value.trim() !== '';

/** Returns whether two readable values contradict each other. */
export const contradicts = (member: string, one: string, other: string): boolean => {
  const [a, b] = [PLAIN[member]?.(one), PLAIN[member]?.(other)];
  if (a === undefined || b === undefined || a === b) return false;
  return !NAMES.has(member) || !isShorter(wordsOf(one), wordsOf(other));
};

/** Returns whether every word of the shorter name is a word of the longer one, or its initial. */
const isShorter = (one: readonly string[], other: readonly string[]): boolean => {
  const [short, long] = one.length <= other.length ? [one, [...other]] : [other, [...one]];
  return short.every((word) => {
    const at = long.findIndex(
      (each) => each === word || (Math.min(each.length, word.length) === 1 && each[0] === word[0]),
    );
    if (at < 0) return false;
    long.splice(at, 1);
    return true;
  });
};

/** Confidence from which a value counts as read. */
const SURE = 0.8;
/** A number whose check digit fits was hardly misread. */
const SURE_IF_CHECKED = 0.6;

/** Returns whether a value was read with enough confidence to act upon. */
export const isSure = (member: string, value: string, confidence: number): boolean =>
  confidence >= (member === 'aadhaar' && isAadhaar(normalise(value)) ? SURE_IF_CHECKED : SURE);
