/** Cells of tables: stretches of a text that are governed by words which stand elsewhere. */

/** No row and no list is longer: what goes on for so long is something else, and nobody waits for its end. */
export const LONGEST_ROW = 16_000;

/** A stretch of units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A stretch and the words that govern it: of a cell its column's name, of a row its header. */
export interface Governed extends Stretch {
  readonly head: Stretch;
}

/** The cells and rows that were read so far, in the order in which they were found. */
export interface Reading {
  readonly cells: Governed[];
  readonly rows: Governed[];
  /** From here on the text may still become part of a row. */
  openFrom: number;
}

/** Cells and rows, ascending, as parallel arrays that can be searched. */
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

/** The cell that holds unit `at`. */
export const cellAt = ({ start, cells }: Cells, at: number): Governed | undefined => {
  const cell = cells[lastUpTo(start, at)];
  return cell !== undefined && at < cell.end ? cell : undefined;
};
