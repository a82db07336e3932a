/** Scans text for personal identifiers. Pure, and linear in the length of the text. */
import { findAadhaar, findVid } from './identifiers/aadhaar.ts';
import { findBankAccount } from './identifiers/bank-account.ts';
import { findCard } from './identifiers/card.ts';
import { findDrivingLicence } from './identifiers/driving-licence.ts';
import { findEmail, isMasked, maskedSpan } from './identifiers/email.ts';
import { findExtension } from './identifiers/extension.ts';
import { findGstin } from './identifiers/gstin.ts';
import { findIfsc } from './identifiers/ifsc.ts';
import { findPan } from './identifiers/pan.ts';
import { findPassport } from './identifiers/passport.ts';
import { findInternational, findNational } from './identifiers/phone.ts';
import {
  IDENTIFIER_TYPES,
  PUBLIC_TYPES,
  type FindingType,
  type IdentifierType,
} from './identifiers/types.ts';
import { findUpi } from './identifiers/upi.ts';
import { findVehicle } from './identifiers/vehicle.ts';
import { findVoterId } from './identifiers/voter-id.ts';
import { findBoxed } from './pii/boxes.ts';
import { moveTo, newSearch, type Candidate, type Detector, type Search } from './pii/candidate.ts';
import { LABEL } from './pii/labels.ts';
import { findLoose } from './pii/loose.ts';
import { insideRow, LONGEST } from './pii/numbers.ts';
import { paginate, SEP, type Page } from './pii/page.ts';
import { isPlaceholder } from './pii/placeholder.ts';
import { findSpelt } from './pii/spelt.ts';
import { spansCells } from './pii/structure/read.ts';
import { findSpokenAddresses } from './pii/spoken-address.ts';
import { findSpoken } from './pii/spoken.ts';
import { maskSpan } from './pii/mask-span.ts';
import { type KnownValues, maskRepeats, prepare, valuesOf } from './repeats.ts';
import { sourceEnd, sourceStart, toCodePoints } from './text.ts';

export type Risk = 'none' | 'low' | 'medium' | 'high';

/**
 * One identifier in a text. `start` and `end` are in Unicode code points, `end` is exclusive, and the confidence is from 0 to 1.
 */
export interface ScanFinding {
  readonly type: FindingType;
  readonly start: number;
  readonly end: number;
  readonly masked: string;
  readonly confidence: number;
}

/** `flags` and `entities` list only the six main types; `findings` lists everything in text order. */
export interface ScanResult {
  readonly flags: IdentifierType[];
  readonly risk: Risk;
  readonly entities: Partial<Record<IdentifierType, number>>;
  readonly masked: string;
  readonly findings: ScanFinding[];
}

/** Detectors in order of precedence. The first one that matches a range wins, so more distinctive forms come earlier. */
const DETECTORS: readonly Detector[] = [
  findInternational,
  findGstin,
  findCard,
  findVid,
  findAadhaar,
  findPan,
  findNational,
  findExtension,
  findDrivingLicence,
  findVoterId,
  findPassport,
  findVehicle,
  findIfsc,
  findBankAccount,
];

const HIGH: ReadonlySet<FindingType> = new Set<FindingType>(['aadhaar', 'card', 'vid']);
const LOW: ReadonlySet<FindingType> = new Set<FindingType>(['email', 'phone', 'upi']);

/**
 * Returns `low` if there are only contact identifiers (email, phone, UPI ID), `high` if there is an Aadhaar number, a VID or a
 * card, or at least three kinds, and `medium` for the rest: PAN, GSTIN, passport, voter ID, driving licence, bank account. Public
 * types do not count.
 */
export const riskOf = (types: Iterable<FindingType>): Risk => {
  const kinds = [...new Set(types)].filter((type) => !PUBLIC_TYPES.has(type));
  if (kinds.length === 0) return 'none';
  if (kinds.length >= 3 || kinds.some((type) => HIGH.has(type))) return 'high';
  return kinds.every((type) => LOW.has(type)) ? 'low' : 'medium';
};

/** Marks every digit run and every word inside `[start, end)` as part of an address, whether or not the address is masked. */
const claim = (
  page: Page,
  claimed: Uint8Array,
  start: number,
  end: number,
  group: number,
  word: number,
): void => {
  for (let nth = group - 1; nth >= 0 && page.groupEnd[nth]! > start; nth--) claimed[nth] = 1;
  for (let nth = group; nth < page.groupStart.length && page.groupStart[nth]! < end; nth++) claimed[nth] = 1;
  for (let nth = word - 1; nth >= 0 && page.wordEnd[nth]! > start; nth--) page.wordLabel[nth] = LABEL.masked;
  for (let nth = word; nth < page.wordStart.length && page.wordStart[nth]! < end; nth++)
    page.wordLabel[nth] = LABEL.masked;
};

const findAddresses = (page: Page, claimed: Uint8Array): Candidate[] => {
  const found: Candidate[] = [];
  let taken = 0;
  for (let nth = 0; nth < page.atSigns.length; nth++) {
    const at = page.atSigns[nth]!;
    if (at < taken) continue;
    const candidate = isMasked(page, at)
      ? null
      : (findEmail(page, at, page.atWord[nth]!) ?? findUpi(page, at, page.atWord[nth]!));
    if (!candidate && !isMasked(page, at)) continue;
    const [start, end] = candidate ? [candidate.start, candidate.end] : maskedSpan(page, at);
    if (start < taken) continue;
    claim(page, claimed, start, end, page.atGroup[nth]!, page.atWord[nth]!);
    taken = end;
    page.addresses.push(start, end);
    if (candidate) found.push(candidate);
  }
  return found;
};

/** Returns the first run of a finding at run `group`. It may come later, after numbers that were read as part of the finding. */
const firstOf = (page: Page, group: number, { start }: Candidate): number => {
  let first = group;
  while (page.groupEnd[first]! <= start) first++;
  return first;
};

/** Returns the first detector's finding at run `group` and marks its runs as taken. */
const detectAt = (search: Search, group: number): Candidate | null => {
  const { page, claimed } = search;
  if (claimed[group] !== 0 || insideRow(page, group, claimed)) return null;
  moveTo(search, group);
  for (const detect of DETECTORS) {
    const candidate = detect(search);
    if (!candidate) continue;
    const first = firstOf(page, group, candidate);
    if (
      claimed[first] !== 0 ||
      (page.groupEnd[first]! < candidate.end && spansCells(page, candidate.start, candidate.end))
    )
      continue;
    for (let nth = first; nth < claimed.length && page.groupStart[nth]! < candidate.end; nth++)
      claimed[nth] = 1;
    return candidate;
  }
  return null;
};

/** Maximum number of runs between the start of a number and the taken run after it. */
const BEFORE = 12;

/**
 * Examines again the runs before a number that has been taken, because they had seemed to continue into it. The number is missing
 * from masked text, so without this step a second masking would find more than the first.
 */
const lookAgain = (search: Search, found: Candidate[], groups: readonly number[]): void => {
  const { page, claimed } = search;
  const queue = [...groups];
  for (let at = 0; at < queue.length; at++) {
    const taken = queue[at]!;
    let first = taken;
    while (first > 0 && taken - first < BEFORE && page.groupSep[first] !== SEP.none) first--;
    let last = taken;
    while (
      last + 1 < claimed.length &&
      last - taken < LONGEST &&
      claimed[last] !== 0 &&
      page.groupSep[last + 1] !== SEP.none
    )
      last++;
    for (let group = first; group <= last; group++) {
      const candidate = detectAt(search, group);
      if (!candidate) continue;
      found.push(candidate);
      queue.push(firstOf(page, group, candidate));
    }
  }
  found.sort((a, b) => a.start - b.start);
};

const findNumbers = (page: Page, claimed: Uint8Array): Candidate[] => {
  const found: Candidate[] = [];
  const again: number[] = [];
  const search = newSearch(page, claimed);
  for (let group = 0; group < claimed.length; group++) {
    const candidate = detectAt(search, group);
    if (!candidate) continue;
    found.push(candidate);
    const first = firstOf(page, group, candidate);
    let next = first;
    while (next < claimed.length && claimed[next] !== 0) next++;
    const joined =
      page.groupSep[first] !== SEP.none || (next < claimed.length && page.groupSep[next] !== SEP.none);
    if (joined) again.push(first);
  }
  if (again.length > 0) lookAgain(search, found, again);
  return found;
};

/** Merges two ascending lists. An address takes precedence over a number that overlaps it. */
const merge = (addresses: readonly Candidate[], numbers: readonly Candidate[]): Candidate[] => {
  const merged: Candidate[] = [];
  let next = 0;
  for (const address of addresses) {
    while (next < numbers.length && numbers[next]!.end <= address.start) merged.push(numbers[next++]!);
    while (next < numbers.length && numbers[next]!.start < address.end) next++;
    merged.push(address);
  }
  while (next < numbers.length) merged.push(numbers[next++]!);
  return merged;
};

/** Sorts the findings and, if two overlap, keeps only the first. */
const apart = (found: Candidate[]): Candidate[] => {
  let end = 0;
  return found
    .toSorted((a, b) => a.start - b.start || b.confidence - a.confidence)
    .filter((one) => one.start >= end && (end = one.end) > 0);
};

/** Returns a page's identifiers as ascending ranges of its reading that do not overlap. */
export const findIn = (page: Page): Candidate[] => {
  const claimed = new Uint8Array(page.groupStart.length);
  const addresses = findAddresses(page, claimed);
  // Spoken numbers come first, because their labels also apply to the same number in figures.
  const spoken = findSpoken(page);
  const numbers = findNumbers(page, claimed);
  const found = addresses.length === 0 ? numbers : merge(addresses, numbers);
  const more = [
    ...findBoxed(page),
    ...findLoose(page, found),
    ...spoken,
    ...findSpokenAddresses(page),
    ...findSpelt(page),
  ];
  const all = more.length === 0 ? found : apart([...found, ...more]);
  return all.some((one) => isPlaceholder(page, one)) ? all.filter((one) => !isPlaceholder(page, one)) : all;
};

const SIX: ReadonlySet<FindingType> = new Set(IDENTIFIER_TYPES);

const isOfSix = (type: FindingType): type is IdentifierType => SIX.has(type);

/** Maximum number of rounds in {@link settle}. Each one masks more characters, and hardly any text needs a second. */
const MOST_ROUNDS = 4;

/**
 * Masks further places of known values in a masked text. Because masking them can change how the text next to them is read, the
 * result is scanned again.
 */
export const settle = (masked: string, known: KnownValues): string => {
  let text = masked;
  let values = known;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const hidden = maskRepeats(text, values);
    if (hidden === text) return text;
    const page = paginate(hidden);
    const found = findIn(page);
    text = maskFound(page, found, { from: 0, until: hidden.length, least: 0 }) ?? hidden;
    if (text === hidden) return text;
    values = prepare(valuesOf(page.reading, found));
  }
  return text;
};

/**
 * Masks the range of a page's source between the UTF-16 indices `from` and `until`. Identifiers with less than `least` confidence
 * are not masked.
 * @param found the page's identifiers in ascending order
 * @returns null if nothing was masked
 */
export const maskFound = (
  { reading }: Page,
  found: readonly Candidate[],
  { from, until, least }: { readonly from: number; readonly until: number; readonly least: number },
): string | null => {
  const { source } = reading;
  let out = '';
  let at = from;
  for (const { type, start, end, confidence } of found) {
    const first = sourceStart(reading, start);
    if (first >= until) break;
    if (first < at || confidence < least || PUBLIC_TYPES.has(type)) continue;
    out += source.slice(at, first) + maskSpan(reading, type, start, end);
    at = sourceEnd(reading, end);
  }
  return at === from ? null : out + source.slice(at, until);
};

/** Finds identifiers in `text` and masks all except the public types. Never throws. */
export const scan = (text: string): ScanResult => {
  const page = paginate(text);
  const found = findIn(page);
  if (found.length === 0) return { flags: [], risk: 'none', entities: {}, masked: text, findings: [] };
  const { reading } = page;
  const edges: number[] = [];
  for (const { start, end } of found) edges.push(sourceStart(reading, start), sourceEnd(reading, end));
  const points = reading.starts ? toCodePoints(text, edges) : edges;
  const entities: Partial<Record<IdentifierType, number>> = {};
  const findings: ScanFinding[] = [];
  let masked = '';
  let at = 0;
  for (let nth = 0; nth < found.length; nth++) {
    const { type, start, end, confidence } = found[nth]!;
    const hidden = maskSpan(reading, type, start, end);
    findings.push({ type, start: points[nth * 2]!, end: points[nth * 2 + 1]!, masked: hidden, confidence });
    if (isOfSix(type)) entities[type] = (entities[type] ?? 0) + 1;
    if (PUBLIC_TYPES.has(type)) continue;
    masked += text.slice(at, edges[nth * 2]) + hidden;
    at = edges[nth * 2 + 1]!;
  }
  const flags = IDENTIFIER_TYPES.filter((type) => entities[type] !== undefined);
  return {
    flags,
    risk: riskOf(found.map(({ type }) => type)),
    entities,
    masked: settle(masked + text.slice(at), prepare(valuesOf(reading, found))),
    findings,
  };
};
