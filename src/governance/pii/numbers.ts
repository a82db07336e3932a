/** Joins digit runs that are written as one number and examines the text around them. */
import { keyEnd } from './page/composite.ts';
import { KIND, KINDS, ONE, SEP, type Page, type Sep } from './page/page.ts';

/** Maximum number of digits and of runs in a number. */
export const LONGEST = 20;

/**
 * Runs from run `first` that may belong together. For k below `count`, `totals[k]` is the number of digits in runs 0 to k,
 * `keys[k]` is the key of their grouping, and `joints[k]` has one bit for each `SEP` between them. `cuts[n]` is the k whose total
 * is n, or -1; `digits` contains the digit values.
 */
export interface Chain {
  first: number;
  count: number;
  total: number;
  readonly lengths: Int32Array;
  readonly totals: Int32Array;
  readonly keys: Int32Array;
  readonly joints: Int32Array;
  readonly seps: Int32Array;
  readonly cuts: Int8Array;
  readonly digits: Uint8Array;
}

export const newChain = (): Chain => ({
  first: 0,
  count: 0,
  total: 0,
  lengths: new Int32Array(LONGEST + 1),
  totals: new Int32Array(LONGEST + 1),
  keys: new Int32Array(LONGEST + 1),
  joints: new Int32Array(LONGEST + 1),
  seps: new Int32Array(LONGEST + 1),
  cuts: new Int8Array(LONGEST + 1),
  digits: new Uint8Array(LONGEST + 1),
});

const nextKey = (key: number, length: number): number => (key < 0 || key >= 1 << 25 ? -1 : key * 32 + length);

/** Returns the key for a grouping of at most five runs, e.g. `groupingKey(4, 4, 4)`. */
export const groupingKey = (...lengths: readonly number[]): number =>
  lengths.reduce((key, length) => nextKey(key, length), 0);

/**
 * Fills `chain` with the runs from `first` that joining separators connect. Stops after 20 digits or at a run that is already
 * taken.
 */
export const follow = (page: Page, first: number, chain: Chain, claimed: Uint8Array): void => {
  const { codes, groupStart, groupEnd, groupSep } = page;
  chain.first = first;
  chain.count = 0;
  chain.total = 0;
  chain.cuts.fill(-1);
  let total = 0;
  let key = 0;
  let joints = 0;
  for (let group = first; group < groupStart.length; group++) {
    const sep = group === first ? SEP.none : groupSep[group]!;
    if (group > first) {
      if (sep === SEP.none || claimed[group] !== 0) return;
      joints |= 1 << sep;
    }
    const start = groupStart[group]!;
    const length = groupEnd[group]! - start;
    if (total + length > LONGEST) return;
    for (let nth = 0; nth < length; nth++) chain.digits[total + nth] = codes[start + nth]! - 48;
    total += length;
    key = nextKey(key, length);
    const k = chain.count++;
    chain.lengths[k] = length;
    chain.totals[k] = total;
    chain.keys[k] = key;
    chain.joints[k] = joints;
    chain.seps[k] = sep;
    chain.seps[k + 1] = SEP.none; // left over from an earlier chain
    chain.cuts[total] = k;
    chain.total = total;
  }
};

/** Returns the bits for the given separators, for comparison with `joints`. */
export const sepBits = (...seps: readonly Sep[]): number =>
  seps.reduce<number>((bits, sep) => bits | (1 << sep), 0);

/** Returns whether the same kind of separator joins all of runs 0 to k and is not one of `except`. */
export const uniform = (chain: Chain, k: number, except = 0): boolean => {
  const joints = chain.joints[k]!;
  return (joints & (joints - 1)) === 0 && (joints & except) === 0;
};

const isMaskSign = (code: number | undefined): boolean => code === 88 || code === 120 || code === 42;

/** Flags for the text before a run: a letter, a hyphen after a letter, '#', a currency sign, a masked part … */
export const EDGE = {
  glued: 1,
  hyphenWord: 2,
  hash: 4,
  money: 8,
  masked: 16,
  underscore: 32,
  slashWord: 64,
  equals: 128,
  tight: 256,
} as const;

const isLatin = (code: number): boolean => {
  const kind = KINDS[code]!;
  return kind === KIND.upper || kind === KIND.lower || kind === KIND.latin;
};

/** Maximum length of a row of mask characters. A longer row is a drawn line and masks nothing. */
const LONGEST_MASK = 19;

/** Returns whether the row of mask characters that ends at unit `end` is short enough to be a mask. */
const isMask = (codes: Uint16Array, end: number): boolean => {
  let at = end;
  while (at >= 0 && end - at <= LONGEST_MASK && isMaskSign(codes[at])) at--;
  return end - at <= LONGEST_MASK;
};

/**
 * Returns whether a masked part (at least three mask characters) ends directly before unit `start` or before the separators
 * there. A row of lower-case x before a separator counts as a word: our masks use X, and `xxxxx 2345 6789 1238` must not hide a
 * number.
 */
const followsMask = (codes: Uint16Array, start: number): boolean => {
  let signs = 0;
  for (let at = start - 1; at >= 0 && at > start - 12; at--) {
    const code = codes[at]!;
    if (code === 120 && signs === 0 && at < start - 1) return false;
    if (isMaskSign(code)) {
      if (++signs === 3) return isMask(codes, at + 2);
    } else if (ONE[code] === undefined && code !== 47) return false;
  }
  return false;
};

/** Returns the `EDGE` flags for the text before unit `start`. */
export const edgeBefore = (page: Page, start: number): number => {
  const { codes } = page;
  if (start === 0) return 0;
  const code = codes[start - 1]!;
  const before = start > 1 ? codes[start - 2]! : 32;
  const masked =
    followsMask(codes, start) || (isMaskSign(code) && (isMaskSign(before) || KINDS[before] === KIND.digit));
  let edge = masked || code === 42 ? EDGE.masked : 0;
  if (isLatin(code)) return edge | EDGE.glued;
  if (code === 45 && isLatin(before) && keyEnd(page, start) < 0) edge |= EDGE.hyphenWord;
  // "NONREF//6331…" is a bank's reference in a statement (SWIFT MT940).
  else if (code === 35 || (code === 47 && before === 47)) edge |= EDGE.hash;
  else if (code === 64) edge |= EDGE.tight;
  else if (code === 95) edge |= EDGE.underscore;
  else if (code === 47 && isLatin(before)) edge |= EDGE.slashWord;
  let at = start - 1;
  while (
    at >= 0 &&
    at > start - 4 &&
    (codes[at] === 32 || codes[at] === 34 || codes[at] === 39 || codes[at] === 46)
  )
    at--;
  const sign = codes[at] ?? 32;
  if (sign === 36 || sign === 163 || (sign >= 0x20a0 && sign <= 0x20cf)) edge |= EDGE.money;
  if (sign === 61) edge |= EDGE.equals;
  return edge;
};

/** Returns whether the number that ends at unit `end` continues with an exponent: "9.87654321E+09". */
export const hasExponent = ({ codes }: Page, end: number): boolean => {
  if ((codes[end]! | 32) !== 101) return false;
  const next = codes[end + 1] === 43 || codes[end + 1] === 45 ? end + 2 : end + 1;
  return KINDS[codes[next]!] === KIND.digit;
};

/**
 * Handles one or two runs before a number that were read as part of it. Returns the number's first run, which is not taken yet
 * and starts groups of `lengths`. Returns -1 if no such number passes its check.
 */
export const laterGroup = (
  page: Page,
  chain: Chain,
  claimed: Uint8Array,
  lengths: readonly number[],
  passes: (digits: Uint8Array) => boolean,
): number => {
  for (let first = chain.first + 1; first <= chain.first + 2; first++) {
    const digits: number[] = [];
    const fits = lengths.every((length, nth) => {
      const group = first + nth;
      const start = page.groupStart[group];
      if (start === undefined || claimed[group] !== 0 || page.groupEnd[group]! - start !== length)
        return false;
      for (let at = start; at < start + length; at++) digits.push(page.codes[at]! - 48);
      const sep = page.groupSep[group]!;
      return sep === SEP.space || sep === SEP.hyphen || sep === SEP.spaces || (nth === 0 && sep !== SEP.none);
    });
    if (fits && passes(Uint8Array.from(digits))) return first;
  }
  return -1;
};

/** Maximum number of letters after the first two digits of a code; a masked GSTIN has ten. */
const CODE_LETTERS = 10;

/** Returns whether the text after unit `end` does not continue the number or a word: no letter, mask or percent sign follows. */
export const endsClean = (page: Page, end: number): boolean => {
  if (end >= page.length) return true;
  const code = page.codes[end]!;
  return !(isLatin(code) || code === 42 || code === 37);
};

/** Returns whether run k is the two digits at the start of a code, which may be masked: "23VPSAM8072R8ZY", "23XXXXXXXXXX8ZY". */
export const endsInCode = (page: Page, chain: Chain, k: number): boolean => {
  const { codes, length } = page;
  const end = page.groupEnd[chain.first + k]!;
  let at = end;
  while (at < length && at < end + CODE_LETTERS && isLatin(codes[at]!)) at++;
  return chain.lengths[k] === 2 && at > end + 1 && at < length && KINDS[codes[at]!] === KIND.digit;
};

/** Returns whether runs 0 to k are not part of a longer series such as a decimal number, a version or a row of equal groups. */
export const standsAlone = (page: Page, chain: Chain, k: number, claimed: Uint8Array): boolean => {
  const last = chain.first + k;
  const before = chain.first > 0 && claimed[chain.first - 1] === 0 ? page.groupSep[chain.first]! : SEP.none;
  const after =
    last + 1 < page.groupStart.length && claimed[last + 1] === 0 ? page.groupSep[last + 1]! : SEP.none;
  if (isTight(before) || isTight(after)) return keyEnd(page, page.groupEnd[last]!) >= 0;
  if (k === 0) return true;
  const joint = chain.seps[1]!;
  if (before === joint && continues(page, chain.first - 1, chain.lengths[0]!)) return false;
  return !(after === joint && continues(page, last + 1, chain.lengths[k]!));
};

/**
 * Returns whether a run is in a row of short runs of the same length with the same separator. No number can start in such a
 * row, and skipping it avoids following a chain from each of a million single digits.
 */
export const insideRow = (page: Page, group: number, claimed: Uint8Array): boolean => {
  const sep = page.groupSep[group]!;
  if (
    group === 0 ||
    sep === SEP.none ||
    sep === SEP.plus ||
    sep !== page.groupSep[group + 1] ||
    claimed[group - 1] !== 0
  )
    return false;
  const length = page.groupEnd[group]! - page.groupStart[group]!;
  return length < 8 && continues(page, group - 1, length);
};

/** Returns whether a run continues the row because it is as long as its neighbour and is not a year (in a date or an expiry). */
const continues = (page: Page, group: number, length: number): boolean => {
  const start = page.groupStart[group]!;
  if (page.groupEnd[group]! - start !== length) return false;
  const century = (page.codes[start]! - 48) * 10 + page.codes[start + 1]! - 48;
  return !(length === 4 && (century === 19 || century === 20));
};

const isTight = (sep: Sep): boolean => sep === SEP.hyphen || sep === SEP.dot || sep === SEP.colon;
