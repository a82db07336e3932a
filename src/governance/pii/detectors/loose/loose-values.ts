/**
 * Reads values that are recognisable only under a label: with digits misread as letters, in exponent form, or one digit short.
 */
import { aadhaarDigits } from '../../../identifiers/aadhaar.ts';
import { cardNetwork } from '../../../identifiers/card.ts';
import { gstinShape } from '../../../identifiers/gstin.ts';
import { luhnValid } from '../../../identifiers/luhn.ts';
import { isLandlineSomewhere } from '../../../identifiers/phone.ts';
import type { Candidate } from '../../candidate.ts';
import { LABEL, type Label } from '../../page/labels.ts';
import { endOf, readFrom, type Read } from './loose-text.ts';
import type { Page } from '../../page/page.ts';
import { isAlnum, putRight } from '../../shapes.ts';
import { lastUpTo } from '../../structure/cells.ts';

type Reader = (page: Page, read: Read) => Candidate | null;

const found = (
  type: Candidate['type'],
  { start }: Read,
  end: number,
  confidence: number,
): Candidate | null => (end < 0 ? null : { type, start, end, confidence });

const readAadhaar: Reader = (page, read) => {
  const whole = read.text.slice(0, 12);
  const end = whole.length === 12 ? endOf(page, read, 12) : -1;
  if (end >= 0 && /^[2-9]/.test(whole)) {
    if (aadhaarDigits(whole)) return found('aadhaar', read, end, 0.9);
    return read.misread > 3 ? null : found('aadhaar', read, end, 0.55);
  }
  // A digit is missing.
  const short = read.text.length === 11 && read.misread === 0 && /^[2-9]/.test(read.text);
  const usual = read.parts.length === 1 || (read.parts.length === 3 && read.parts.every((part) => part <= 4));
  return short && usual ? found('aadhaar', read, endOf(page, read, 11), 0.5) : null;
};

const readCard: Reader = (page, read) => {
  for (const count of [16, 15, 19, 14, 13]) {
    const whole = read.text.slice(0, count);
    if (whole.length < count || cardNetwork(whole) === undefined) continue;
    const end = endOf(page, read, count);
    if (end < 0) continue;
    if (luhnValid(whole)) return found('card', read, end, 0.9);
    if (count === 16 && read.misread > 0 && read.misread <= 3) return found('card', read, end, 0.55);
  }
  const short = read.text.length === 15 && read.misread === 0 && /^[456]/.test(read.text);
  const usual = read.parts.length === 1 || (read.parts.length === 4 && read.parts.every((part) => part <= 4));
  return short && usual ? found('card', read, endOf(page, read, 15), 0.5) : null;
};

const MOBILE = /^(?:0091|910|91|0)?[6-9]\d{9}/;

/** Two round five-digit numbers. */
const RANGE = /^\d\d000\d\d000$/;

/** Reads a landline number in form boxes, with a zero before its area code: "0 4 4 - 2 6 …". */
const readLandline: Reader = (page, read) => {
  if (read.misread > 0 || !read.parts.slice(0, 11).every((length) => length === 1)) return null;
  const digits = Uint8Array.from(read.text.slice(0, 11), Number);
  if (digits.length < 11 || digits[0] !== 0 || !isLandlineSomewhere(digits, 1)) return null;
  return found('phone', read, endOf(page, read, 11), 0.7);
};

const readPhone: Reader = (page, read) => {
  const decimal =
    read.parts.length === 2 && read.parts[0] !== 5 && page.codes[read.ends[read.parts[0]! - 1]!] === 46;
  if (decimal || RANGE.test(read.text)) return null;
  const match = MOBILE.exec(read.text);
  if (match && read.misread <= 4) {
    const end = endOf(page, read, match[0].length);
    if (end >= 0) return found('phone', read, end, read.misread > 0 ? 0.7 : 0.85);
  }
  const landline = readLandline(page, read);
  if (landline !== null) return landline;
  const short = read.parts.length === 1 && read.misread === 0 && /^[6-9]\d{8}$/.test(read.text);
  return short ? found('phone', read, endOf(page, read, 9), 0.5) : null;
};

/** Shape of a PAN. Six identical letters are a placeholder and do not match. */
const PAN = /^(?!([A-Z])\1{4}\d{4}\1)[A-Z]{5}\d{4}[A-Z]/;
const SHORT_PAN = /^(?:[A-Z]{5}\d{3}|[A-Z]{4}\d{4})[A-Z]$/;

const readPan: Reader = (page, read) => {
  if (PAN.test(read.text)) return found('pan', read, endOf(page, read, 10), 0.85);
  const short = read.parts.length === 1 && SHORT_PAN.test(read.text);
  return short ? found('pan', read, endOf(page, read, 9), 0.5) : null;
};

const readGstin: Reader = (page, read) =>
  gstinShape(read.text.slice(0, 15)) ? found('gstin', read, endOf(page, read, 15), 0.85) : null;

/** Reads an IFSC with gaps or misread characters. The fifth character is always a zero, and a branch's code has digits. */
const readIfsc: Reader = (page, read) => {
  const value = read.text.slice(0, 11);
  const right = putRight(value, 'LLLLDAAAAAA');
  if (right === undefined || !/^.{4}[0ODQ](?=.*\d)(?:[A-Z]*[\dO]){3}/.test(value)) return null;
  return found('ifsc', read, endOf(page, read, 11), value === right ? 0.85 : 0.6);
};

/** A kind of value that can be read under a label. */
export interface Kind {
  readonly read: Reader;
  readonly numeric: boolean;
}

export const KINDS_BY_LABEL: ReadonlyMap<Label, Kind> = new Map<Label, Kind>([
  [LABEL.aadhaar, { read: readAadhaar, numeric: true }],
  [LABEL.card, { read: readCard, numeric: true }],
  [LABEL.phone, { read: readPhone, numeric: true }],
  [LABEL.pan, { read: readPan, numeric: false }],
  [LABEL.gstin, { read: readGstin, numeric: false }],
  [LABEL.ifsc, { read: readIfsc, numeric: false }],
]);

const EXPONENT = /^(\d)\.(\d{3,18})[eE]\+?(\d{1,2})(?![\d.])/;

/** Reads a number in exponent form if no digit was lost: `9.87654321E+09` is 9876543210. */
const readExponent = (page: Page, start: number, until: number, kind: Kind): Candidate | null => {
  if (page.codes[start + 1] !== 46) return null;
  const text = String.fromCharCode(...page.codes.subarray(start, Math.min(until, start + 28)));
  const [all, first, rest, power] = EXPONENT.exec(text) ?? [];
  if (all === undefined) return null;
  const digits = first! + rest!;
  const lost = Number(power) + 1 - digits.length;
  if (lost > 2 || (lost < 0 && !/^0*$/.test(digits.slice(lost)))) return null;
  const whole = lost >= 0 ? digits + '0'.repeat(lost) : digits.slice(0, lost);
  const end = start + all.length;
  const ends = [...whole].map(() => end);
  return kind.read(page, { text: whole, start, ends, parts: [whole.length], misread: 0, plain: true });
};

/** Returns the value of this kind that starts at unit `start`, or null. */
export const readAt = (page: Page, start: number, until: number, kind: Kind): Candidate | null => {
  if (start >= until || !isAlnum(page.codes[start]!)) return null;
  const exponent = kind.numeric ? readExponent(page, start, until, kind) : null;
  if (exponent !== null) return exponent;
  // Digits in an address do not belong to the value before it, whether or not the address is masked.
  const address = lastUpTo(page.addresses, start) + 1;
  const edge = address % 2 === 0 ? Math.min(until, page.addresses[address] ?? until) : until;
  const read = readFrom(page, start, edge, kind.numeric);
  return read === null ? null : kind.read(page, read);
};
