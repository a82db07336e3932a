/** Table cells: ranges of text whose label is elsewhere. */

/** Maximum length of a row or list. Anything longer is not a table, so readers stop looking for its end. */
export const LONGEST_ROW = 16_000;

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A range with its heading: a cell with its column's name, or a row with its header. */
export interface Governed extends Stretch {
  readonly head: Stretch;
}

/** Cells and rows read so far, in the order of discovery. */
export interface Reading {
  readonly cells: Governed[];
  readonly rows: Governed[];
  /** First unit of the text that may still become part of a row. */
  openFrom: number;
}

/** Cells and rows in ascending order, as parallel arrays that can be searched. */
export interface Cells extends Reading {
  readonly start: readonly number[];
  readonly rowStart: readonly number[];
}

const ascending = (found: Governed[]): Governed[] => {
  for (let nth = 1; nth < found.length; nth++)
    if (found[nth]!.start < found[nth - 1]!.start) return found.toSorted((a, b) => a.start - b.start);
  return found;
};

export const index = (reading: Reading): Cells => {
  const cells = ascending(reading.cells);
  const rows = ascending(reading.rows);
  return {
    cells,
    rows,
    openFrom: reading.openFrom,
    start: cells.map(({ start }) => start),
    rowStart: rows.map(({ start }) => start),
  };
};

/** Returns the index of the last number that is at most `at` in an ascending array, or -1. */
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

/** Returns the cell that contains unit `at`. */
export const cellAt = ({ start, cells }: Cells, at: number): Governed | undefined => {
  const cell = cells[lastUpTo(start, at)];
  return cell !== undefined && at < cell.end ? cell : undefined;
};
