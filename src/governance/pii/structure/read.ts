/** The cells of a page, read once. */
import type { Page } from '../page.ts';
import { newCells, type Cells } from './cells.ts';
import { readLines } from './lines.ts';

/** The cells of all tables of the page, ascending. */
export const cellsOn = (page: Page): Cells => {
  if (page.cells !== null) return page.cells;
  const cells = newCells(page.length);
  readLines(page, cells);
  page.cells = cells;
  return cells;
};
