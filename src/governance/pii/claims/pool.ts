/**
 * Shares labels between mentions of the same digits. People label a number once and then repeat it without the label, so a bare
 * number gets the label of a nearby mention, whether in figures or spoken.
 */
import { labelAt } from '../label/label-at.ts';
import { LABEL, type Label } from '../page/labels.ts';
import { oncePerPage } from '../page/once.ts';
import { SEP, type Page, type Sep } from '../page/page.ts';
import { isDigit } from '../page/units.ts';
import { lastUpTo } from '../structure/cells.ts';
import { askedFor } from './asked.ts';
import { isSpeaker } from './speech.ts';
import { isCounted, isExplained, isInNarration, isInRange, isNamedBefore } from './beside.ts';

/**
 * Maximum distance between two mentions. A stream keeps more text than this before a number and holds back more after it, so the
 * result is the same as for the whole text.
 */
export const POOL_BEFORE = 2_000;
export const POOL_BEHIND = 40;

/** Maximum number of mentions to examine on each side. */
const MOST = 6;

/** Minimum and maximum number of digits in a pooled number; more would not fit in a JavaScript number. */
const SHORTEST = 10;
const LONGEST = 15;
const PLUS = 43;
/** Number of digits in a UPI or IMPS payment reference. */
const REFERENCE = 12;
/** Number of digits in half a mobile number. */
const HALF = 5;

/**
 * Positions of a page's numbers. For each number, `says` is its label from the words before it, and `explained` is 1 if the
 * words after it name it and 0 otherwise; both are -1 until computed.
 */
interface Pool {
  readonly start: number[];
  readonly end: number[];
  readonly word: number[];
  readonly group: number[];
  readonly says: number[];
  readonly explained: number[];
  /** Mentions by the value of their digits, ascending. */
  readonly by: Map<number, number[]>;
  /** Spoken mentions by value in ascending order, each with its start and its label. */
  readonly spoken: Map<number, { readonly start: number; readonly says: Label }[]>;
}

/** Returns the kind of number that the words before it indicate, in addition to its label. */
const saidBefore = (page: Page, start: number, word: number): Label =>
  isNamedBefore(page, start, word) ? LABEL.other : askedFor(page, start, word);

/** Returns whether the text after the number shows that it identifies a thing. `group` is its run, or -1 if it has none. */
const isToldBehind = (page: Page, group: number, end: number, word: number): boolean =>
  (group >= 0 && isInRange(page, group)) || isCounted(page, end, word) || isExplained(page, end, word);

const valueOf = ({ codes }: Page, start: number, end: number, head = 0): number => {
  let value = head;
  for (let at = start; at < end; at++) value = value * 10 + codes[at]! - 48;
  return value;
};

const lengthOf = ({ groupStart, groupEnd }: Page, group: number): number =>
  group < groupStart.length ? groupEnd[group]! - groupStart[group]! : 0;

/** Separators that join the groups of one number. */
const JOINS: ReadonlySet<Sep> = new Set<Sep>([SEP.space, SEP.hyphen, SEP.dot]);

/**
 * Returns how many runs form the number that starts with run `group`: one long run, two halves, or all groups of a row with equal
 * separators ("7-7-3-3-5-…"). Returns 0 if there is no such number.
 */
const runsOf = (page: Page, group: number): number => {
  const length = lengthOf(page, group);
  if (length >= SHORTEST) return length <= LONGEST ? 1 : 0;
  const sep = page.groupSep[group + 1];
  if (sep === undefined || !JOINS.has(sep)) return 0;
  if (length === HALF && lengthOf(page, group + 1) === HALF && sep !== SEP.dot) return 2;
  if (page.groupSep[group] === sep) return 0;
  let total = length;
  let runs = 1;
  while (total <= LONGEST && page.groupSep[group + runs] === sep) total += lengthOf(page, group + runs++);
  return total >= SHORTEST && total <= LONGEST ? runs : 0;
};

/** India's country code before ten digits; the number is the same without it. */
const INDIA = 910_000_000_000;
const isWithCode = (value: number): boolean => value >= INDIA + 6e9 && value < INDIA + 1e10;

const plain = (value: number): number => (isWithCode(value) ? value - INDIA : value);

/** Returns the number formed by `runs` runs from run `group`, without leading zeros and India's country code. */
const valueAt = (page: Page, group: number, runs: number): number => {
  let value = 0;
  for (let nth = group; nth < group + runs; nth++)
    value = valueOf(page, page.groupStart[nth]!, page.groupEnd[nth]!, value);
  return plain(value);
};

const poolOf = oncePerPage((page) => {
  const pool: Pool = {
    start: [],
    end: [],
    word: [],
    group: [],
    says: [],
    explained: [],
    by: new Map(),
    spoken: new Map(),
  };
  for (let group = 0; group < page.groupStart.length; group++) {
    const runs = runsOf(page, group);
    const start = page.groupStart[group]!;
    // An even index is the start of an address.
    if (runs === 0 || lastUpTo(page.addresses, start) % 2 === 0) continue;
    const value = valueAt(page, group, runs);
    const mentions = pool.by.get(value);
    if (mentions === undefined) pool.by.set(value, [pool.start.length]);
    else mentions.push(pool.start.length);
    pool.start.push(start);
    pool.end.push(page.groupEnd[group + runs - 1]!);
    pool.word.push(page.groupWord[group]!);
    pool.group.push(group);
    pool.says.push(-1);
    pool.explained.push(-1);
  }
  return pool;
});

const saysAt = (page: Page, pool: Pool, nth: number, behind: boolean): Label => {
  const start = pool.start[nth]!;
  const word = pool.word[nth]!;
  if (pool.says[nth]! < 0) {
    const { label, attached } = labelAt(page, start, word);
    // "+91 98…" can only be a telephone.
    if (page.codes[start - 1] === PLUS && !isDigit(page.codes[start - 2] ?? 32))
      return (pool.says[nth] = LABEL.phone);
    let says: Label = LABEL.unknown;
    const speaker = label === LABEL.phone && isSpeaker(page, start, word);
    if (attached && !speaker && (label === LABEL.phone || label === LABEL.other)) says = label;
    else if (!attached || speaker || label === LABEL.id || label === LABEL.thing)
      says = saidBefore(page, start, word);
    pool.says[nth] = says;
  }
  const says = pool.says[nth] as Label;
  if (behind || says !== LABEL.unknown) return says;
  if (pool.explained[nth]! < 0)
    pool.explained[nth] = isToldBehind(page, pool.group[nth]!, pool.end[nth]!, word) ? 1 : 0;
  return pool.explained[nth] === 1 ? LABEL.other : says;
};

/** Returns this value's label from its other mentions: `phone` if any mention has that label, else `other` if any has that. */
const pooled = (page: Page, value: number, start: number, end: number): Label => {
  const pool = poolOf(page);
  let says: Label = LABEL.unknown;
  const spoken = pool.spoken.get(value) ?? [];
  for (let nth = spoken.length - 1, asked = 0; nth >= 0 && asked < MOST; nth--) {
    if (spoken[nth]!.start >= start) continue;
    if (start - spoken[nth]!.start > POOL_BEFORE) break;
    asked++;
    if (spoken[nth]!.says === LABEL.phone) return LABEL.phone;
    if (spoken[nth]!.says === LABEL.other) says = LABEL.other;
  }
  const mentions = pool.by.get(value);
  if (mentions === undefined) return says;
  const here = mentionUpTo(pool, mentions, start);
  for (let nth = Math.max(0, here - MOST); nth < mentions.length && nth <= here + MOST; nth++) {
    const mention = mentions[nth]!;
    const at = pool.start[mention]!;
    if (at < end && pool.end[mention]! > start) continue;
    if (at < start ? start - at > POOL_BEFORE : at - end > POOL_BEHIND) continue;
    const said = saysAt(page, pool, mention, at > start);
    if (said === LABEL.phone) return said;
    if (said === LABEL.other) says = said;
  }
  return says;
};

/** Returns the index of the last of `mentions` that starts at or before unit `at`, or -1. */
const mentionUpTo = (pool: Pool, mentions: readonly number[], at: number): number => {
  let low = 0;
  let high = mentions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pool.start[mentions[middle]!]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Returns the label for a number that is too long for the pool. */
const saidOfLong = (page: Page, group: number): Label => {
  if (lengthOf(page, group) <= LONGEST) return LABEL.unknown;
  const [start, end, word] = [page.groupStart[group]!, page.groupEnd[group]!, page.groupWord[group]!];
  const thing = isNamedBefore(page, start, word) || isToldBehind(page, group, end, word);
  return thing ? LABEL.other : LABEL.unknown;
};

/** Returns the label of the bare number that starts with run `group`, based on the words around it and on other mentions. */
export const claimOn = (page: Page, group: number): Label => {
  const runs = runsOf(page, group);
  if (runs === 0) return saidOfLong(page, group);
  const start = page.groupStart[group]!;
  const end = page.groupEnd[group + runs - 1]!;
  const word = page.groupWord[group]!;
  // A grouped number keeps the type that its form indicates, unless another mention shows that it is a telephone.
  if (runs > 2 || (runs === 2 && page.groupEnd[group]! - start !== HALF))
    return pooled(page, valueAt(page, group, runs), start, end) === LABEL.phone ? LABEL.phone : LABEL.unknown;
  const said = saidBefore(page, start, word);
  if (said !== LABEL.unknown) return said;
  if (end - start === REFERENCE && isInNarration(page, start, end, word)) return LABEL.other;
  if (isToldBehind(page, runs === 1 ? group : -1, end, word)) return LABEL.other;
  return pooled(page, valueAt(page, group, runs), start, end);
};

/** Returns the label of a spoken number and stores it for later mentions. `own` is the label attached to the number itself. */
export const claimOnSpoken = (
  page: Page,
  digits: string,
  { start, end }: { readonly start: number; readonly end: number },
  word: number,
  own: Label,
): Label => {
  if (digits.length < SHORTEST || digits.length > LONGEST) return own;
  const value = plain(Number(digits));
  const said = own === LABEL.unknown ? saidBefore(page, start, word) : own;
  const here = said === LABEL.unknown && isToldBehind(page, -1, end, word) ? LABEL.other : said;
  const says = here === LABEL.unknown ? pooled(page, value, start, start) : here;
  const { spoken } = poolOf(page);
  const mentions = spoken.get(value);
  if (mentions === undefined) spoken.set(value, [{ start, says: here }]);
  else mentions.push({ start, says: here });
  return says;
};
