/**
 * Values under their own label in a spelling that only the label explains: parted by slashes, underscores, commas, tags or
 * the boxes of a form, with letters that a scanner read for digits, in exponent form, or one digit short.
 */
import { aadhaarDigits } from '../identifiers/aadhaar.ts';
import { cardNetwork } from '../identifiers/card.ts';
import { gstinShape } from '../identifiers/gstin.ts';
import { luhnValid } from '../identifiers/luhn.ts';
import { isLandlineSomewhere } from '../identifiers/phone.ts';
import type { Candidate } from './candidate.ts';
import { isAskedFor, isSpeaker } from './claims/asked.ts';
import { labelOver } from './context.ts';
import { HASH_START, hashStep, isTag, LABEL, type Label } from './labels.ts';
import { KIND, KINDS, type Page } from './page.ts';
import { asDigit, isAlnum } from './shapes.ts';
import { cellAt, lastUpTo } from './structure/cells.ts';
import { cellsOn } from './structure/read.ts';

/** Most units from the label to its value, and most that a value spans. */
const REACH = 24;
const LONGEST = 72;
const MOST_GAP = 5;
const LONGEST_TAG = 32;
/** No value has more; one more says that it goes on. */
const MOST_CHARACTERS = 19;
const MOST_TAGS = 6;

/** Between parts of a value: tab, line break, space, '"', "'", '(', ')', ',', '-', '.', '/', ':', '[', ']', '_', '|'. */
const PARTING: ReadonlySet<number> = new Set([
  9, 10, 13, 32, 34, 39, 40, 41, 44, 45, 46, 47, 58, 91, 93, 95, 124,
]);
/** Of these the ones that hold a number together: '-', '.', '/', '_', '|'. */
const JOINING: ReadonlySet<number> = new Set([45, 46, 47, 95, 124]);

/** Behind a tag of HTML at unit `at`, or `at` itself: an element of XML names its own value. */
const pastTag = ({ codes, length }: Page, at: number): number => {
  if (codes[at] !== 60) return at;
  let hash = HASH_START;
  let name = codes[at + 1] === 47 ? at + 2 : at + 1;
  const first = name;
  while (name < length && name - first < 12 && KINDS[codes[name]!]! >= KIND.digit && isAlnum(codes[name]!))
    hash = hashStep(hash, KINDS[codes[name]!] === KIND.upper ? codes[name++]! + 32 : codes[name++]!);
  if (name - first !== 1 && !isTag(hash)) return at;
  for (let end = at + 1; end < length && end - at <= LONGEST_TAG; end++)
    if (codes[end] === 62) return end + 1;
  return at;
};

/** Behind the separators and tags from unit `at` on; -1 when they are too many. */
const pastGap = (page: Page, at: number, most: number): number => {
  let end = at;
  let signs = 0;
  let lines = 0;
  let tags = 0;
  while (end < page.length) {
    const past = pastTag(page, end);
    if (past > end) {
      if (++tags > MOST_TAGS) return -1;
      end = past;
      continue;
    }
    const code = page.codes[end]!;
    if (
      !PARTING.has(code) &&
      !(most > MOST_GAP && (code === 61 || code === 35 || code === 62 || code === 123))
    )
      break;
    if (code === 10 && ++lines > 1) return -1;
    if (++signs > most) return -1;
    end++;
  }
  return end;
};

/** A value read loosely: its characters, the unit behind each, and what was put right. */
interface Read {
  readonly text: string;
  readonly start: number;
  readonly ends: readonly number[];
  /** Lengths of the parts. */
  readonly parts: readonly number[];
  readonly misread: number;
  readonly plain: boolean;
}

/** Letters and digits from unit `start` on over separators; of a number only what is a digit or looks like one. */
const readFrom = (page: Page, start: number, until: number, numeric: boolean): Read | null => {
  const { codes } = page;
  let text = '';
  let misread = 0;
  let plain = true;
  const ends: number[] = [];
  const parts: number[] = [];
  for (let at = start; at < until && at - start < LONGEST;) {
    let end = at;
    let digits = 0;
    let strange = false;
    while (end < until && end - at <= LONGEST && isAlnum(codes[end]!)) {
      if (KINDS[codes[end]!] === KIND.digit) digits++;
      else if (numeric && asDigit(codes[end]!) === undefined) strange = true;
      end++;
    }
    // A word of letters alone is none of the number, but for a single one among single digits.
    const single = end - at === 1 && parts.every((length) => length === 1) && parts.length > 0;
    // A longer word is no value, and is read to its end by nobody.
    if (end === at || end - at > LONGEST || (numeric && (strange || (digits === 0 && !single)))) break;
    for (let unit = at; unit < end; unit++) {
      const code = codes[unit]!;
      if (KINDS[code] === KIND.digit || !numeric)
        text += String.fromCharCode(code >= 97 && code <= 122 ? code - 32 : code);
      else {
        text += asDigit(code)!;
        misread++;
      }
      ends.push(unit + 1);
    }
    parts.push(end - at);
    if (text.length > MOST_CHARACTERS) break;
    const next = pastGap(page, end, MOST_GAP);
    if (next < 0 || next >= until || next === end) break;
    for (let unit = end; unit < next; unit++) if (codes[unit] !== 32 && codes[unit] !== 45) plain = false;
    at = next;
  }
  return text === '' ? null : { text, start, ends, parts, misread, plain };
};

/** The unit behind the first `count` characters, when a part ends there and the number does not go on. */
const endOf = (page: Page, { ends, parts }: Read, count: number): number => {
  let total = 0;
  for (let nth = 0; nth < parts.length && total < count; nth++) total += parts[nth]!;
  if (total !== count) return -1;
  const end = ends[count - 1]!;
  const goesOn = ends.length > count && ends[count]! - end <= 3 && JOINING.has(page.codes[end]!);
  return goesOn || page.codes[end] === 37 ? -1 : end;
};

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
  // One digit was lost.
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

/** Two round numbers of five digits. */
const RANGE = /^\d\d000\d\d000$/;

/** A landline with the zero before its area code, in the boxes of a form: "0 4 4 - 2 6 …". */
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

/** Not six times the same letter, which stands for any PAN. */
const PAN = /^(?!([A-Z])\1{4}\d{4}\1)[A-Z]{5}\d{4}[A-Z]/;
const SHORT_PAN = /^(?:[A-Z]{5}\d{3}|[A-Z]{4}\d{4})[A-Z]$/;

const readPan: Reader = (page, read) => {
  if (PAN.test(read.text)) return found('pan', read, endOf(page, read, 10), 0.85);
  const short = read.parts.length === 1 && SHORT_PAN.test(read.text);
  return short ? found('pan', read, endOf(page, read, 9), 0.5) : null;
};

const readGstin: Reader = (page, read) =>
  gstinShape(read.text.slice(0, 15)) ? found('gstin', read, endOf(page, read, 15), 0.85) : null;

interface Kind {
  readonly read: Reader;
  readonly numeric: boolean;
}

const KINDS_BY_LABEL: ReadonlyMap<Label, Kind> = new Map<Label, Kind>([
  [LABEL.aadhaar, { read: readAadhaar, numeric: true }],
  [LABEL.card, { read: readCard, numeric: true }],
  [LABEL.phone, { read: readPhone, numeric: true }],
  [LABEL.pan, { read: readPan, numeric: false }],
  [LABEL.gstin, { read: readGstin, numeric: false }],
]);

const EXPONENT = /^(\d)\.(\d{3,18})[eE]\+?(\d{1,2})(?![\d.])/;

/** A number in exponent form of which no digit is lost: `9.87654321E+09` is 9876543210. */
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

const readAt = (page: Page, start: number, until: number, kind: Kind): Candidate | null => {
  if (start >= until || !isAlnum(page.codes[start]!)) return null;
  const exponent = kind.numeric ? readExponent(page, start, until, kind) : null;
  if (exponent !== null) return exponent;
  // The digits of an address are none of the value before it, masked or not.
  const address = lastUpTo(page.addresses, start) + 1;
  const edge = address % 2 === 0 ? Math.min(until, page.addresses[address] ?? until) : until;
  const read = readFrom(page, start, edge, kind.numeric);
  return read === null ? null : kind.read(page, read);
};

/** Words that may stand between a label and its value. */
const isBetween = (label: Label, own: Label): boolean =>
  label === own ||
  label === LABEL.number ||
  label === LABEL.filler ||
  label === LABEL.slot ||
  (label === LABEL.id && own !== LABEL.phone) ||
  (label === LABEL.card && (own === LABEL.aadhaar || own === LABEL.pan));

/** Where the value of the label at word `nth` begins, or -1. */
const valueOf = (page: Page, nth: number, own: Label): number => {
  let word = nth;
  const reach = page.wordEnd[nth]! + REACH;
  for (;;) {
    const start = pastGap(page, page.wordEnd[word]!, REACH);
    if (start < 0 || start > reach) return -1;
    const next = page.wordStart[word + 1];
    if (next !== start) return start;
    if (!isBetween(page.wordLabel[word + 1]!, own)) return start;
    word++;
  }
};

/** Whether a value stands in a cell of a table, and its label elsewhere: the column's name counts there. */
const leavesCell = (page: Page, label: number, value: number): boolean => {
  const cell = cellAt(cellsOn(page), value);
  return cell !== undefined && label < cell.start;
};

/** Adds what is found under labels and in columns where nothing was found so far. */
export const findLoose = (page: Page, taken: readonly Candidate[]): Candidate[] => {
  // Every value has digits.
  if (page.groupStart.length === 0) return [];
  const more: Candidate[] = [];
  const starts = taken.map(({ start }) => start);
  let last = 0;
  const add = (candidate: Candidate | null): void => {
    if (candidate === null || candidate.start < last) return;
    const before = lastUpTo(starts, candidate.end - 1);
    if (before >= 0 && taken[before]!.end > candidate.start) return;
    more.push(candidate);
    last = candidate.end;
  };
  for (const nth of page.labels) {
    const own = page.wordLabel[nth]!;
    const kind = KINDS_BY_LABEL.get(own);
    if (kind === undefined || page.wordLabel[nth + 1] === own) continue;
    const start = valueOf(page, nth, own);
    if (
      start > 0 &&
      start >= last &&
      !(isSpeaker(page, start, nth + 1) && isAskedFor(page, start, nth + 1)) &&
      !isTaken(start, taken, starts) &&
      !leavesCell(page, page.wordStart[nth]!, start)
    )
      add(readAt(page, start, page.length, kind));
  }
  const inCells = findInCells(page, taken, starts);
  return inCells.length === 0 ? more : [...more, ...inCells.filter((one) => !overlaps(one, taken, starts))];
};

/** Whether a finding covers unit `at`: a value that begins there is not read again. */
const isTaken = (at: number, taken: readonly Candidate[], starts: readonly number[]): boolean => {
  const before = lastUpTo(starts, at);
  return before >= 0 && taken[before]!.end > at;
};

const overlaps = (one: Candidate, taken: readonly Candidate[], starts: readonly number[]): boolean => {
  const before = lastUpTo(starts, one.end - 1);
  return before >= 0 && taken[before]!.end > one.start;
};

/** What stands in cells under a column's name. */
const findInCells = (page: Page, taken: readonly Candidate[], starts: readonly number[]): Candidate[] => {
  const kinds = new Map<number, Kind | undefined>();
  const found: Candidate[] = [];
  for (const cell of cellsOn(page).cells) {
    const { head, end } = cell;
    if (!kinds.has(head.start)) {
      const { label, attached } = labelOver(page, head);
      kinds.set(head.start, attached ? KINDS_BY_LABEL.get(label) : undefined);
    }
    const kind = kinds.get(head.start);
    if (kind === undefined) continue;
    let { start } = cell;
    while (start < end && !isAlnum(page.codes[start]!)) start++;
    if (isTaken(start, taken, starts)) continue;
    const candidate = readAt(page, start, end, kind);
    if (candidate !== null) found.push(candidate);
  }
  return found;
};
