/** Runs of digits that are written as one number, and what stands at their edges. */
import { KIND, KINDS, SEP, type Page, type Sep } from './page.ts';

/** The longest number looked for, in digits and in runs. */
const LONGEST = 20;

/** The runs from one run on, as far as they may belong together. `totals[k]` counts digits up to and with run k. */
export interface Chain {
  first: number;
  count: number;
  readonly lengths: number[];
  readonly totals: number[];
  readonly seps: Sep[];
}

export const newChain = (): Chain => ({ first: 0, count: 0, lengths: [], totals: [], seps: [] });

/** Fills `chain` with the runs that follow run `first` over joining separators. */
export const follow = (page: Page, first: number, chain: Chain): void => {
  chain.first = first;
  chain.count = 0;
  let total = 0;
  for (let group = first; group < page.groupStart.length; group++) {
    const sep = group === first ? SEP.none : page.groupSep[group]!;
    if (group > first && sep === SEP.none) return;
    const length = page.groupEnd[group]! - page.groupStart[group]!;
    total += length;
    if (total > LONGEST) return;
    chain.lengths[chain.count] = length;
    chain.totals[chain.count] = total;
    chain.seps[chain.count] = sep;
    chain.count++;
  }
};

/** The index k at which the chain counts exactly `digits`; -1 when no run ends there. */
export const cutAt = (chain: Chain, digits: number): number => {
  for (let k = 0; k < chain.count && chain.totals[k]! <= digits; k++)
    if (chain.totals[k] === digits) return k;
  return -1;
};

/** True when the runs 0 to k have these lengths, e.g. `[4, 4, 4]`. */
export const hasLengths = (chain: Chain, k: number, lengths: readonly number[]): boolean => {
  if (k !== lengths.length - 1) return false;
  for (let at = 0; at <= k; at++) if (chain.lengths[at] !== lengths[at]) return false;
  return true;
};

/** True when one kind of separator joins runs 0 to k, and none of the kinds of `except` does. */
export const uniform = (chain: Chain, k: number, except: readonly Sep[] = []): boolean => {
  for (let at = 1; at <= k; at++)
    if (chain.seps[at] !== chain.seps[1] || except.includes(chain.seps[at]!)) return false;
  return true;
};

/** The digits of runs 0 to k. */
export const digitsOf = (page: Page, chain: Chain, k: number): string => {
  let digits = '';
  for (let group = chain.first; group <= chain.first + k; group++)
    for (let at = page.groupStart[group]!; at < page.groupEnd[group]!; at++)
      digits += DIGITS[page.codes[at]! - 48]!;
  return digits;
};

const DIGITS = '0123456789';

const isMaskSign = (code: number | undefined): boolean => code === 88 || code === 120 || code === 42;

/** What stands before a run: any letter of a word, a hyphen after a letter, '#', a currency sign, a masked part … */
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

/** Flags of `EDGE` for the place before unit `start`. */
export const edgeBefore = (page: Page, start: number): number => {
  const { codes } = page;
  if (start === 0) return 0;
  const code = codes[start - 1]!;
  const before = start > 1 ? codes[start - 2]! : 32;
  if (isLatin(code))
    return isMaskSign(code) && (isMaskSign(before) || KINDS[before] === KIND.digit)
      ? EDGE.glued | EDGE.masked
      : EDGE.glued;
  let edge = 0;
  if (code === 45 || code === 32 || code === 46 || code === 43) {
    const third = start > 2 ? codes[start - 3]! : 32;
    if (
      isMaskSign(before) &&
      (isMaskSign(third) || ((third === 32 || third === 45) && isMaskSign(codes[start - 4])))
    )
      edge |= EDGE.masked;
    else if (code === 45 && isLatin(before)) edge |= EDGE.hyphenWord;
  } else if (code === 42) edge |= EDGE.masked;
  else if (code === 35) edge |= EDGE.hash;
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

/** True when nothing that belongs to a number or word follows unit `end`: no letter, mask, percent or '@'. */
export const endsClean = (page: Page, end: number): boolean => {
  if (end >= page.length) return true;
  const code = page.codes[end]!;
  return !(isLatin(code) || code === 42 || code === 37 || code === 64);
};

/** True when runs 0 to k are not a slice of a longer series: of a decimal, a version, a row of equal groups. */
export const standsAlone = (page: Page, chain: Chain, k: number, claimed: Uint8Array): boolean => {
  const last = chain.first + k;
  const before = chain.first > 0 && claimed[chain.first - 1] === 0 ? page.groupSep[chain.first]! : SEP.none;
  const after =
    last + 1 < page.groupStart.length && claimed[last + 1] === 0 ? page.groupSep[last + 1]! : SEP.none;
  if (isTight(before) || isTight(after)) return false;
  if (k === 0) return true;
  const joint = chain.seps[1]!;
  const lengthOf = (group: number): number => page.groupEnd[group]! - page.groupStart[group]!;
  if (before === joint && lengthOf(chain.first - 1) === chain.lengths[0]) return false;
  return !(after === joint && lengthOf(last + 1) === chain.lengths[k]);
};

const isTight = (sep: Sep): boolean => sep === SEP.hyphen || sep === SEP.dot || sep === SEP.colon;
