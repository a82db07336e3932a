/** Finds numbers in form boxes: "|9|2|8|2|…|", "[9][2][8]…". */
import type { Candidate } from '../candidate.ts';
import { labelAfter } from '../label/behind.ts';
import { labelBefore } from '../label/context.ts';
import { LABEL, type Label } from '../page/labels.ts';
import type { Page } from '../page/page.ts';
import { typeOfDigits } from './spoken/type-of-digits.ts';

const BAR = 124;
const CLOSE = 93;
const OPEN = 91;
const UNDERSCORE = 95;
const MOST_GAP = 4;
const SHORTEST = 10;
const LONGEST = 19;

const isBlank = (code: number | undefined): boolean => code === 32;

/** Returns whether `[from, to)` contains only the edges of one or two boxes, and spaces. */
const isEdge = ({ codes }: Page, from: number, to: number): boolean => {
  if (to - from > MOST_GAP) return false;
  let bars = 0;
  let others = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at];
    if (code === BAR) bars++;
    else if (code === CLOSE || code === OPEN || code === UNDERSCORE) others++;
    else if (!isBlank(code)) return false;
  }
  return others === 0 ? bars === 1 || bars === 2 : bars === 0 && others <= 2;
};

const isSingle = ({ groupStart, groupEnd }: Page, group: number): boolean =>
  groupEnd[group] === groupStart[group]! + 1;

/** Returns whether run `group` is in the box right after the previous run's box. */
const isBoxed = (page: Page, group: number): boolean =>
  group > 0 &&
  group < page.groupStart.length &&
  isSingle(page, group) &&
  isSingle(page, group - 1) &&
  isEdge(page, page.groupEnd[group - 1]!, page.groupStart[group]!);

/** Labels that mark a boxed number as not a person's. */
const CONTRARY: ReadonlySet<Label> = new Set<Label>([LABEL.other, LABEL.money, LABEL.id, LABEL.thing]);

/** Returns a page's boxed numbers in ascending order. */
export const findBoxed = (page: Page): Candidate[] => {
  const found: Candidate[] = [];
  for (let group = 1; group < page.groupStart.length; group++) {
    if (!isBoxed(page, group)) continue;
    const first = group - 1;
    while (isBoxed(page, group + 1)) group++;
    if (group - first + 1 < SHORTEST || group - first + 1 > LONGEST) continue;
    const start = page.groupStart[first]!;
    const end = page.groupEnd[group]!;
    let digits = '';
    for (let nth = first; nth <= group; nth++)
      digits += String.fromCharCode(page.codes[page.groupStart[nth]!]!);
    const before = labelBefore(page, start, page.groupWord[first]!);
    if (before.attached && CONTRARY.has(before.label)) continue;
    const label =
      before.label === LABEL.unknown ? labelAfter(page, end, page.groupWord[group]!) : before.label;
    const type = typeOfDigits(digits, label);
    // Ten digits between bars may be marks in a table, so a boxed telephone number needs a label.
    if (type === null || (type.type === 'phone' && label !== LABEL.phone)) continue;
    found.push({ ...type, start, end });
  }
  return found;
};
