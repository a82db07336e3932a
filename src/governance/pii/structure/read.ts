/** Reads the cells of a page once. */
import { oncePerPage } from '../page/once.ts';
import type { Page } from '../page/page.ts';
import { cellAt, index, lastUpTo, type Cells, type Reading } from './cells.ts';
import { readHtml } from './html.ts';
import { readLines } from './lines.ts';
import { readLists } from './lists.ts';
import { readSql } from './sql.ts';

/** Returns the cells of all the page's tables in ascending order. */
export const cellsOn = oncePerPage((page): Cells => {
  const reading: Reading = { cells: [], rows: [], openFrom: page.length };
  readSql(page, reading);
  readHtml(page, reading);
  readLists(page, reading);
  const starts = reading.cells.map(({ start }) => start).toSorted((a, b) => a - b);
  readLines(page, reading, ({ start, end }) => {
    const nth = lastUpTo(starts, end - 1);
    return nth >= 0 && starts[nth]! >= start;
  });
  return index(reading);
});

/** Returns whether `[start, end)` starts in one table cell and ends in another. */
export const spansCells = (page: Page, start: number, end: number): boolean => {
  const cells = cellsOn(page);
  const cell = cells.start.length === 0 ? undefined : cellAt(cells, start);
  return cell !== undefined && end > cell.end;
};
