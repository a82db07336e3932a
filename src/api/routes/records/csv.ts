import type { ListKind } from '../../../store/records/lists/kind.ts';
import { allRecords } from '../../../store/records/lists/read.ts';
import type { Db } from '../../../store/db/client.ts';

/** Byte order mark, without which spreadsheets do not recognise UTF-8. */
const MARK = '\ufeff';

/** Writes a cell. A text that a spreadsheet would run as a formula gets an apostrophe in front, which an import removes. */
const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const written = typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`;
  const text = /^[=+\-@\t\r]/.test(written) ? `'${written}` : written;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const lineOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;

/** Writes all of a team's records that match as CSV, a page at a time. */
export const csvOf = async function* (
  db: Db,
  kind: ListKind,
  columns: readonly string[],
  request: { readonly teamId: string; readonly filters: Readonly<Record<string, unknown>> },
): AsyncGenerator<string, void, undefined> {
  yield MARK + lineOf(columns);
  for await (const records of allRecords(db, kind, request))
    yield records.map((record) => lineOf(columns.map((column) => record[column]))).join('');
};
