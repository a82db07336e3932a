/** Finds the identifiers on a page. */
import { findAadhaar, findVid } from './pii/detectors/aadhaar.ts';
import { findBankAccount } from './pii/detectors/bank-account.ts';
import { findCard } from './pii/detectors/card.ts';
import { findDrivingLicence } from './pii/detectors/driving-licence.ts';
import { findEmail, isMasked, maskedSpan } from './pii/detectors/email.ts';
import { findLocalLandline } from './pii/detectors/local-landline.ts';
import { findGstin } from './pii/detectors/gstin.ts';
import { findIfsc } from './pii/detectors/ifsc.ts';
import { findPan } from './pii/detectors/pan.ts';
import { findPassport } from './pii/detectors/passport.ts';
import { findInternational, findNational } from './pii/detectors/phone.ts';
import { findUpi } from './pii/detectors/upi.ts';
import { findVehicle } from './pii/detectors/vehicle.ts';
import { findVoterId } from './pii/detectors/voter-id.ts';
import { findBoxed } from './pii/detectors/boxes.ts';
import { moveTo, newSearch, type Candidate, type Detector, type Search } from './pii/candidate.ts';
import { LABEL } from './pii/page/labels.ts';
import { findCardLines } from './pii/detectors/loose/card-line.ts';
import { findLoose } from './pii/detectors/loose/loose.ts';
import { insideRow, LONGEST } from './pii/numbers.ts';
import { SEP, type Page } from './pii/page/page.ts';
import { isPlaceholder } from './pii/placeholder.ts';
import { findSpelt } from './pii/detectors/spoken/spelt.ts';
import { spansCells } from './pii/structure/read.ts';
import { findSpokenAddresses } from './pii/detectors/spoken/spoken-address.ts';
import { findSpoken } from './pii/detectors/spoken/spoken.ts';

/** Detectors in order of precedence. The first one that matches a range wins, so more distinctive forms come earlier. */
const DETECTORS: readonly Detector[] = [
  findInternational,
  findGstin,
  findCard,
  findVid,
  findAadhaar,
  findPan,
  findNational,
  findLocalLandline,
  findDrivingLicence,
  findVoterId,
  findPassport,
  findVehicle,
  findIfsc,
  findBankAccount,
];

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

/**
 * Returns the first run that belongs to the candidate. The search started at run `group`, but the leading runs may turn out not to
 * be part of the identifier.
 */
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
 * Examines the runs before a taken number again, because they had looked like the start of a longer number that includes it.
 * The number is missing from masked text, so without this step a second masking would find more than the first.
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

/** The identifiers on a page, and 1 for each digit run that belongs to one of them. */
export interface Findings {
  readonly found: readonly Candidate[];
  readonly claimed: Uint8Array;
}

/** Finds a page's identifiers, as ascending ranges of its reading that do not overlap. */
export const searchPage = (page: Page): Findings => {
  const claimed = new Uint8Array(page.groupStart.length);
  const addresses = findAddresses(page, claimed);
  // Spoken numbers come first, because their labels also apply to the same number in figures.
  const spoken = findSpoken(page);
  const numbers = findNumbers(page, claimed);
  const found = addresses.length === 0 ? numbers : merge(addresses, numbers);
  const more = [
    ...findBoxed(page),
    ...findLoose(page, found),
    ...findCardLines(page),
    ...spoken,
    ...findSpokenAddresses(page),
    ...findSpelt(page),
  ];
  const all = more.length === 0 ? found : apart([...found, ...more]);
  const real = all.some((one) => isPlaceholder(page, one))
    ? all.filter((one) => !isPlaceholder(page, one))
    : all;
  return { found: real, claimed };
};

/** Returns a page's identifiers as ascending ranges of its reading that do not overlap. */
export const findIn = (page: Page): readonly Candidate[] => searchPage(page).found;

/**
 * Takes the digit runs in `places`, which no detector took, and finds the numbers next to them, which had looked like parts of
 * a longer number.
 * @param claimed the runs taken so far; receives the runs taken now
 */
export const searchBeside = (
  page: Page,
  claimed: Uint8Array,
  places: readonly { readonly start: number; readonly end: number }[],
): readonly Candidate[] => {
  const taken: number[] = [];
  let group = 0;
  for (const { start, end } of places) {
    while (group < claimed.length && page.groupEnd[group]! <= start) group++;
    for (; group < claimed.length && page.groupStart[group]! < end; group++) {
      claimed[group] = 1;
      taken.push(group);
    }
  }
  const found: Candidate[] = [];
  lookAgain(newSearch(page, claimed), found, taken);
  return found.filter((one) => !isPlaceholder(page, one));
};
