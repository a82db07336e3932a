/** Reads lists of plain values under one name: `"order_ids": ["98…", "97…"]`. The list's name is each value's label. */
import { KIND, KINDS, type Page } from '../page/page.ts';
import { LONGEST_ROW, type Reading, type Stretch } from './cells.ts';

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const LONGEST_NAME = 40;

/** Returns the name that, followed by ':' or '=', comes before the bracket at unit `open`, or null. */
const nameBefore = ({ codes }: Page, open: number): Stretch | null => {
  let end = open;
  while (end > 0 && codes[end - 1] === 32) end--;
  if (codes[end - 1] !== 58 && codes[end - 1] !== 61) return null;
  end--;
  let start = end;
  while (start > 0 && end - start < LONGEST_NAME) {
    const code = codes[start - 1]!;
    const part =
      KINDS[code] !== KIND.other || code === 32 || code === 34 || code === 39 || code === 45 || code === 95;
    if (!part) break;
    start--;
  }
  return start < end ? { start, end } : null;
};

export const readLists = (page: Page, reading: Reading): void => {
  const { codes, length } = page;
  for (let at = 0; at < length; at++) {
    if (codes[at] !== OPEN) continue;
    const head = nameBefore(page, at);
    if (head === null) continue;
    const items: Stretch[] = [];
    let start = at + 1;
    let end = start;
    while (end < length && end - at <= LONGEST_ROW) {
      const code = codes[end]!;
      if (code === OPEN || code === 123 || code === CLOSE) break;
      if (code === COMMA) {
        items.push({ start, end });
        start = end + 1;
      }
      end++;
    }
    if (end - at > LONGEST_ROW || (end < length && codes[end] !== CLOSE)) {
      at = end - 1;
      continue;
    }
    items.push({ start, end });
    if (end === length) reading.openFrom = Math.min(reading.openFrom, head.start);
    else for (const item of items) reading.cells.push({ ...item, head });
    at = end;
  }
};
