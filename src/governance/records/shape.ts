import { type CellReader, cleanCell, MAX_CELL, Unreadable } from './cells.ts';

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly read: CellReader<string>;
  /** Other headers that mean this column, in lower case with underscores. */
  readonly aliases?: readonly string[];
}

/** A record's columns, as a file, a line of JSON or a request gives them. */
export interface RecordShape {
  readonly fields: readonly Field[];
  /** Compares the values of a row with each other, and returns the first one that does not fit. */
  readonly check?: (values: RowValues) => CellFault | undefined;
}

/** A row's values by column: the value read, null for an empty cell, undefined for a column that was not given. */
export type RowValues = Readonly<Record<string, string | null | undefined>>;

export interface CellFault {
  readonly column: string;
  readonly reason: string;
}

export type RowResult =
  | { readonly values: RowValues; readonly faults?: undefined }
  | { readonly values?: undefined; readonly faults: readonly CellFault[] };

/**
 * Reads a row.
 * @param cells a cell for each field of the shape, in its order; undefined if the column was not given
 */
export const readRow = (shape: RecordShape, cells: readonly (string | undefined)[]): RowResult => {
  const values: Record<string, string | null | undefined> = {};
  const faults: CellFault[] = [];
  for (const [index, { name, required, read }] of shape.fields.entries()) {
    const given = cells[index];
    const cell = given === undefined ? '' : cleanCell(given);
    if (cell === '') {
      if (required) faults.push({ column: name, reason: 'is missing' });
      else if (given !== undefined) values[name] = null;
      continue;
    }
    const value =
      cell.length > MAX_CELL ? new Unreadable(`expected at most ${MAX_CELL} characters`) : read(cell);
    if (typeof value === 'string') values[name] = value;
    else faults.push({ column: name, reason: value.reason });
  }
  const fault = faults.length === 0 ? shape.check?.(values) : undefined;
  if (fault !== undefined) return { faults: [fault] };
  return faults.length === 0 ? { values } : { faults };
};

/** Returns a header as columns are compared: lower case, words joined by underscores. */
export const headerKey = (header: string): string =>
  header
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
