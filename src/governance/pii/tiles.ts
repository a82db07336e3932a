/** Recognises rows of four-digit groups that consist of several complete numbers: "2987 6543 2101 5321 9876 5432". */
import { holdsAadhaar, holdsCard } from '../identifiers/checks.ts';
import { SEP, type Page } from './page/page.ts';

/** Maximum length of a row in groups. When the number after a row is masked, the scan does not look back further than this. */
const LONGEST = 12;

const lengthOf = ({ groupStart, groupEnd }: Page, group: number): number =>
  groupEnd[group]! - groupStart[group]!;

/** Returns whether a group is an amount after a card: "4111 1111 1111 1111 5000". */
const isAmount = (digits: Uint8Array, group: number): boolean =>
  digits[group * 4] !== 0 && digits[group * 4 + 2] === 0 && digits[group * 4 + 3] === 0;

/**
 * Returns the digits of the row of four-digit groups that starts at run `first`; null if there is no row, or if it is one of
 * several rows below each other.
 */
const rowFrom = (page: Page, first: number, claimed: Uint8Array): Uint8Array | null => {
  const { codes, groupStart, groupEnd, groupSep } = page;
  const isFour = (group: number): boolean => lengthOf(page, group) === 4;
  if (groupSep[first] !== SEP.none && claimed[first - 1] === 0 && isFour(first - 1)) return null;
  const digits: number[] = [];
  let group = first;
  for (; group < groupStart.length && claimed[group] === 0 && isFour(group); group++) {
    if (group > first && groupSep[group] !== SEP.space) break;
    if (group - first === LONGEST) return null;
    for (let at = groupStart[group]!; at < groupEnd[group]!; at++) digits.push(codes[at]! - 48);
  }
  const next = group < groupStart.length && claimed[group] === 0 ? groupSep[group] : SEP.none;
  return next !== SEP.none && isFour(group) ? null : Uint8Array.from(digits);
};

/** Returns whether the groups from `group` form whole numbers, each of which passes its check. */
const fills = (digits: Uint8Array, group: number, reached: Map<number, boolean>): boolean => {
  const left = digits.length / 4 - group;
  if (left === 0) return true;
  const known = reached.get(group);
  if (known !== undefined) return known;
  const fits =
    (left >= 4 && holdsCard(digits.subarray(group * 4)) && fills(digits, group + 4, reached)) ||
    (left >= 3 && holdsAadhaar(digits.subarray(group * 4)) && fills(digits, group + 3, reached));
  reached.set(group, fits);
  return fits;
};

/**
 * Returns whether run `first`, which starts a number of `count` four-digit groups, also starts a row that consists only of such
 * numbers. One amount may follow a card. Rows of random groups seldom pass every check.
 */
export const opensTiles = (page: Page, first: number, count: 3 | 4, claimed: Uint8Array): boolean => {
  const digits = rowFrom(page, first, claimed);
  if (digits === null || digits.length < count * 4) return false;
  if (count === 4 && digits.length === 20 && isAmount(digits, 4)) return true;
  return fills(digits, count, new Map());
};

/** Returns whether run `first` is one of two mobile numbers that one hyphen joins: "98…-91…". */
export const isJoinedMobile = (page: Page, first: number): boolean => {
  const { codes, groupStart, groupSep } = page;
  const isMobile = (group: number): boolean =>
    group >= 0 &&
    group < groupStart.length &&
    lengthOf(page, group) === 10 &&
    codes[groupStart[group]!]! >= 54;
  const second = groupSep[first] === SEP.hyphen ? first : first + 1;
  return (
    groupSep[second] === SEP.hyphen &&
    isMobile(second - 1) &&
    isMobile(second) &&
    groupSep[second - 1] !== SEP.hyphen &&
    groupSep[second + 1] !== SEP.hyphen
  );
};

/** Returns whether run `first` starts a row that consists of two mobile numbers, each in two groups of five digits. */
export const opensMobiles = (page: Page, first: number, claimed: Uint8Array): boolean => {
  const { codes, groupStart, groupSep } = page;
  const isFive = (group: number): boolean =>
    group >= 0 && group < groupStart.length && claimed[group] === 0 && lengthOf(page, group) === 5;
  if (groupSep[first] !== SEP.none && isFive(first - 1)) return false;
  for (let group = first; group < first + 4; group++)
    if (!isFive(group) || (group > first && groupSep[group] !== SEP.space)) return false;
  if (groupSep[first + 4] !== SEP.none && isFive(first + 4)) return false;
  return codes[groupStart[first]!]! >= 54 && codes[groupStart[first + 2]!]! >= 54;
};
