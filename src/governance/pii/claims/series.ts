/** Lists of numbers under one name: "RRN 6315…, 6315… and 6315…", also one to a line. */
import { labelAt } from '../context.ts';
import { hashOf, LABEL, type Label } from '../labels.ts';
import type { Page } from '../page.ts';
import { lastUpTo } from '../structure/cells.ts';

/** Fewest digits of a number of a list, most numbers that are gone back over, and most units between two. */
const SHORTEST = 10;
const MOST = 12;
const MOST_GAP = 8;

const AND: ReadonlySet<number> = new Set(['and', 'or', 'aur', 'ya', 'और', 'या', 'तथा', 'व'].map((word) => hashOf(word)));

/** Between two numbers of a list: tab, line break, space, '"', '&', "'", '*', '+', ',', '-', '/', ';'. */
const SIGNS: ReadonlySet<number> = new Set([9, 10, 13, 32, 34, 38, 39, 42, 43, 44, 45, 47, 59]);

/** Whether run `group` goes on with a list: a number as long as this ends right before it. */
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

/** What the label before the first number of a list says of run `group`, which goes on with it; `unknown` for no list. */
export const listedUnder = (page: Page, group: number): Label => {
  if (page.groupEnd[group]! - page.groupStart[group]! < SHORTEST) return LABEL.unknown;
  let first = group;
  while (group - first < MOST && goesOn(page, first)) first--;
  if (first === group || lastUpTo(page.addresses, page.groupStart[first]!) % 2 === 0) return LABEL.unknown;
  const { label, attached } = labelAt(page, page.groupStart[first]!, page.groupWord[first]!);
  return attached && (label === LABEL.other || label === LABEL.phone) ? label : LABEL.unknown;
};
