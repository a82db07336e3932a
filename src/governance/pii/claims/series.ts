/** Reads lists of numbers that share one name, on one line ("RRN 6315…, 6315… and 6315…") or on several. */
import { firmly, type Context } from '../label/context.ts';
import { labelAt } from '../label/label-at.ts';
import { hashOf, LABEL, type Label } from '../page/labels.ts';
import { oncePerPage } from '../page/once.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { lastUpTo } from '../structure/cells.ts';
import { PEOPLE } from '../setting/words.ts';
import { questionIn } from './asked.ts';
import { lineStart } from './speech.ts';

const COLON = 58;

/**
 * Minimum number of digits in a listed number, maximum distance from the list's name to a number (a stream keeps more text than
 * this), and maximum number of units between two numbers.
 */
const SHORTEST = 10;
const WITHIN = 1_500;
const MOST_GAP = 8;

const AND: ReadonlySet<number> = new Set(
  ['and', 'or', 'aur', 'ya', 'और', 'या', 'तथा', 'व'].map((word) => hashOf(word)),
);

/** Characters allowed between two numbers in a list: tab, line break, space, '"', '&', "'", '*', '+', ',', '-', '/', ';'. */
const SIGNS: ReadonlySet<number> = new Set([9, 10, 13, 32, 34, 38, 39, 42, 43, 44, 45, 47, 59]);

/** Returns whether run `group` continues a list, because a number of the same length ends directly before it. */
const goesOn = (page: Page, group: number): boolean => {
  const { codes, groupStart, groupEnd, groupWord, wordHash } = page;
  if (group < 1) return false;
  const [from, to] = [groupEnd[group - 1]!, groupStart[group]!];
  if (to - from > MOST_GAP || from - groupStart[group - 1]! !== groupEnd[group]! - to) return false;
  const words = groupWord[group]! - groupWord[group - 1]!;
  if (words > 1 || (words === 1 && !AND.has(wordHash[groupWord[group - 1]!]!))) return false;
  let parted = words === 1;
  let lines = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at]!;
    if (code === 44 || code === 47 || code === 59 || code === 38) parted = true;
    if (code === 10 && ++lines > 1) return false;
    if (words === 0 && !SIGNS.has(code)) return false;
  }
  return parted || lines === 1;
};

/** Maximum length of the line above a list, and maximum number of units before an item on its line. */
const LONGEST_HEAD = 100;
const MOST_BULLET = 8;

const isBlankLine = ({ codes }: Page, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (codes[at]! > 32) return false;
  return true;
};

/** Returns whether the line `[from, to)` is a list item: one number, optionally after a bullet or an item number. */
const isItem = ({ codes }: Page, from: number, to: number): boolean => {
  let digits = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at]!;
    // A masked item counts too.
    if (KINDS[code] === KIND.digit || code === 88) digits++;
    else if (KINDS[code] !== KIND.other) return false;
    else if (digits < 3) digits = at - from < MOST_BULLET ? 0 : 99;
  }
  return digits >= SHORTEST && digits < 20;
};

/** Returns whether the line names a person: a line such as "Claims Executive" is often above a telephone number. */
const namesSomebody = (page: Page, from: number, to: number): boolean => {
  for (let nth = lastUpTo(page.wordStart, from - 1) + 1; page.wordStart[nth]! < to; nth++)
    if (page.wordLabel[nth] === LABEL.party || PEOPLE.has(page.wordHash[nth]!)) return true;
  return false;
};

/** Cache for lists, because all numbers in a list need the same first number or the same line above. */
interface Lists {
  /** The last run looked up, the first run of its list, and the label before that first run. */
  group: number;
  first: number;
  named: number;
  context: Context | null;
  /** Start of the last item looked up, and start and end of the line above its list. */
  item: number;
  head: number;
  headEnd: number;
}

const listsOf = oncePerPage((): Lists => ({
  group: -1,
  first: -1,
  named: -1,
  context: null,
  item: -1,
  head: -1,
  headEnd: -1,
}));

/** Finds the line above the list of the item at unit `item`, and sets `head` to -1 if there is none nearby. */
const findHead = (page: Page, lists: Lists, item: number): void => {
  let from = item;
  let blank = 0;
  let [head, headEnd] = [-1, -1];
  while (from > 0 && item - from <= WITHIN) {
    const to = page.codes[from - 2] === 13 ? from - 2 : from - 1;
    from = lineStart(page, to);
    if (from < 0) break;
    if (from === lists.item) {
      ({ head, headEnd } = lists);
      break;
    }
    if (isBlankLine(page, from, to)) {
      if (++blank > 1) break;
    } else if (!isItem(page, from, to)) {
      [head, headEnd] = [from, to];
      break;
    }
  }
  Object.assign(lists, { item, head, headEnd });
};

/** Returns the label that the line above a list of bare numbers implies: "Tickets closed today:\n99…\n88…". */
const saidAbove = (page: Page, start: number, end: number): Label => {
  const { codes, length } = page;
  let to = end;
  while (to < length && to - end < MOST_BULLET && codes[to] !== 10) to++;
  if (to < length && codes[to] !== 10) return LABEL.unknown;
  const item = lineStart(page, start);
  if (item < 1 || !isItem(page, item, to)) return LABEL.unknown;
  const lists = listsOf(page);
  findHead(page, lists, item);
  const { head, headEnd } = lists;
  if (head < 0 || start - head > WITHIN || headEnd - head > LONGEST_HEAD) return LABEL.unknown;
  const single = isBlankLine(page, headEnd, item);
  const heads = codes[headEnd - 1] === COLON || (!single && !namesSomebody(page, head, headEnd));
  return heads ? questionIn(page, head, headEnd).label : LABEL.unknown;
};

/** Returns the first run of the list that run `group` continues, or `group` if it does not continue a list. */
const firstOf = (page: Page, lists: Lists, group: number): number => {
  let first = group;
  while (page.groupStart[group]! - page.groupStart[first]! <= WITHIN && goesOn(page, first)) {
    first--;
    if (first === lists.group) {
      first = lists.first;
      break;
    }
  }
  lists.group = group;
  lists.first = first;
  return page.groupStart[group]! - page.groupStart[first]! <= WITHIN ? first : group;
};

/** Returns the label before the first number of the list that run `group` continues, or null if it does not continue a list. */
export const listedUnder = (page: Page, group: number): Context | null => {
  const { groupStart, groupEnd, groupWord } = page;
  if (groupEnd[group]! - groupStart[group]! < SHORTEST) return null;
  const lists = listsOf(page);
  const first = firstOf(page, lists, group);
  if (first !== group && lastUpTo(page.addresses, groupStart[first]!) % 2 !== 0) {
    if (lists.named !== first) {
      lists.named = first;
      lists.context = labelAt(page, groupStart[first]!, groupWord[first]!);
    }
    const context = lists.context!;
    const { label, attached, spent } = context;
    if (label === LABEL.phone ? !spent : attached && label === LABEL.other) return context;
  }
  const above = saidAbove(page, groupStart[group]!, groupEnd[group]!);
  return above === LABEL.unknown ? null : firmly(above);
};
