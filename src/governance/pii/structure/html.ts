/** Reads an HTML table's rows below a row of column names. */
import { hashOf } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { tells } from './names.ts';
import { LONGEST_ROW, type Reading, type Stretch } from './cells.ts';

const TABLE = hashOf('table');
const ROW = hashOf('tr');
const CELLS: ReadonlySet<number> = new Set([hashOf('td'), hashOf('th')]);
const LONGEST_TAG = 200;

/** Returns the unit after the tag whose name starts at unit `at`. */
const behindTag = ({ codes, length }: Page, at: number): number => {
  let end = at;
  while (end < length && end - at < LONGEST_TAG && codes[end] !== 62) end++;
  return Math.min(length, end + 1);
};

/** Returns whether the cells contain names: words without long numbers. */
const areNames = (page: Page, cells: readonly Stretch[]): boolean => {
  if (cells.length < 2) return false;
  for (const { start, end } of cells) {
    let digits = 0;
    for (let at = start; at < end; at++) {
      digits = KINDS[page.codes[at]!] === KIND.digit ? digits + 1 : 0;
      if (digits > 2) return false;
    }
  }
  return tells(page, { start: cells[0]!.start, end: cells.at(-1)!.end });
};

export const readHtml = (page: Page, reading: Reading): void => {
  const { codes, wordStart, wordHash } = page;
  let header: { row: Stretch; cells: readonly Stretch[] } | null = null;
  let rowStart = -1;
  let cells: Stretch[] = [];
  const endRow = (end: number): void => {
    const row = { start: rowStart, end };
    if (cells.length > 0 && rowStart >= 0 && end - rowStart <= LONGEST_ROW) {
      if (header !== null && cells.length === header.cells.length && !areNames(page, cells)) {
        for (const [nth, cell] of cells.entries()) reading.cells.push({ ...cell, head: header.cells[nth]! });
        reading.rows.push({ ...row, head: header.row });
      } else if (areNames(page, cells)) header = { row, cells };
    }
    cells = [];
    rowStart = -1;
  };
  for (let nth = 0; nth < wordStart.length; nth++) {
    const start = wordStart[nth]!;
    const closes = codes[start - 1] === 47 && codes[start - 2] === 60;
    if (codes[start - 1] !== 60 && !closes) continue;
    const hash = wordHash[nth]!;
    if (hash !== TABLE && hash !== ROW && !CELLS.has(hash)) continue;
    const edge = closes ? start - 2 : start - 1;
    const open = cells.at(-1);
    if (open !== undefined && open.end < 0) cells[cells.length - 1] = { start: open.start, end: edge };
    if (CELLS.has(hash)) {
      if (!closes) cells.push({ start: behindTag(page, start), end: -1 });
      continue;
    }
    endRow(closes ? behindTag(page, start) : edge);
    if (hash === TABLE) header = null;
    else if (!closes) rowStart = edge;
  }
  if (rowStart >= 0 && page.length - rowStart <= LONGEST_ROW)
    reading.openFrom = Math.min(reading.openFrom, rowStart);
};
