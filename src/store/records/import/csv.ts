import { readRow, type RecordShape, type RowValues } from '../../../governance/records/shape.ts';
import { type ColumnMap, columnPositions, columnsAt } from './columns.ts';
import { cellsOf, type CsvRecord, writtenRecords } from './csv-records.ts';
import { delimiterOf, separatorOf } from './delimiter.ts';
import { type ImportTally, UnreadableFileError } from './tally.ts';

/** What is read, and who takes it. */
export interface RowReader {
  readonly shape: RecordShape;
  readonly columns: ColumnMap;
  readonly tally: ImportTally;
  /** Takes a row that can be read. */
  readonly take: (line: number, values: RowValues) => void;
  /** Waits until the rows taken so far are on their way, so that a slow database makes the reading wait. */
  readonly flush: () => Promise<void>;
}

/**
 * Reads CSV row by row in bounded memory. The delimiter is found in the header unless it is given.
 * @returns the columns that the file has
 * @throws UnreadableFileError if the header does not fit, or a row never ends
 */
export const readCsv = async (
  text: AsyncIterable<string>,
  reader: RowReader & { readonly delimiter: string | undefined },
): Promise<ReadonlySet<string>> => {
  let { delimiter } = reader;
  let table: Table | undefined;
  for await (const batch of writtenRecords(text)) {
    let records = batch.filter(({ text }) => text !== '');
    while (table === undefined && records.length > 0) {
      const [first, ...rest] = records;
      records = rest;
      const separator = separatorOf(first!.text);
      delimiter ??= separator ?? delimiterOf(first!.text);
      if (separator !== undefined) continue;
      table = openTable(cellsOf([first!], delimiter)[0]!, reader);
    }
    if (table === undefined) continue;
    for (const record of cellsOf(records, delimiter!)) takeRecord(record, table, reader);
    await reader.flush();
  }
  if (table === undefined)
    throw new UnreadableFileError({ line: 1, column: null, reason: 'the file has no header' });
  return columnsAt(reader.shape, table.positions);
};

interface Table {
  readonly width: number;
  /** Position of each field's cell; -1 if the file lacks the column. */
  readonly positions: readonly number[];
}

const openTable = ({ line, cells }: CsvRecord, { shape, columns }: RowReader): Table => {
  if (cells === undefined) throw new UnreadableFileError({ line, column: null, reason: UNBALANCED });
  return { width: cells.length, positions: columnPositions(shape, cells, columns, line) };
};

const UNBALANCED = 'a quote is opened or closed inside a cell; write a quote inside a quoted cell twice';

const takeRecord = (
  { line, cells }: CsvRecord,
  { width, positions }: Table,
  { shape, tally, take }: RowReader,
): void => {
  if (cells?.every((cell) => cell === '') === true) return;
  tally.rows += 1;
  if (cells === undefined) {
    tally.refuse(line, [{ column: null, reason: UNBALANCED }]);
    return;
  }
  if (cells.length !== width && (cells.length < width || cells.slice(width).some((cell) => cell !== ''))) {
    const reason = `has ${cells.length} cells, but the header has ${width}`;
    tally.refuse(line, [{ column: null, reason }]);
    return;
  }
  const { values, faults } = readRow(
    shape,
    positions.map((at) => (at < 0 ? undefined : cells[at])),
  );
  if (faults === undefined) take(line, values);
  else tally.refuse(line, faults);
};
