/** Cells of tables: stretches of a text that are governed by words which stand elsewhere. */

/** Parallel arrays, ascending: cell i is `[start, end)`, and the words of `[headStart, headEnd)` say what it holds. */
export interface Cells {
  readonly start: number[];
  readonly end: number[];
  readonly headStart: number[];
  readonly headEnd: number[];
  /** Rows, ascending, with the stretch of text that must be known to read them. */
  readonly rowStart: number[];
  readonly rowEnd: number[];
  readonly rowHeadStart: number[];
  readonly rowHeadEnd: number[];
  /** From here on the text may still become part of a row. */
  openFrom: number;
}

export const newCells = (openFrom: number): Cells => ({
  start: [],
  end: [],
  headStart: [],
  headEnd: [],
  rowStart: [],
  rowEnd: [],
  rowHeadStart: [],
  rowHeadEnd: [],
  openFrom,
});

/** A stretch of units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export const addCell = (cells: Cells, cell: Stretch, head: Stretch): void => {
  cells.start.push(cell.start);
  cells.end.push(cell.end);
  cells.headStart.push(head.start);
  cells.headEnd.push(head.end);
};

export const addRow = (cells: Cells, row: Stretch, head: Stretch): void => {
  cells.rowStart.push(row.start);
  cells.rowEnd.push(row.end);
  cells.rowHeadStart.push(head.start);
  cells.rowHeadEnd.push(head.end);
};

/** Index of the last of the ascending numbers that is at most `at`; -1 when there is none. */
export const lastUpTo = (ascending: readonly number[], at: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** The cell that holds unit `at`, or -1. */
export const cellAt = (cells: Cells, at: number): number => {
  const nth = lastUpTo(cells.start, at);
  return nth >= 0 && at < cells.end[nth]! ? nth : -1;
};
