import { type CsvRow, readCsv } from './csv.ts';

/** The number of bytes that the page itself reads, for headers and for the cells with errors. */
const READ_BYTES = 4 * 1024 * 1024;

export interface ChosenFile {
  readonly file: File;
  readonly isCsv: boolean;
  readonly headers: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** Reads the beginning of a file. Only CSV has headers to map. */
export const openFile = async (file: File): Promise<ChosenFile> => {
  const isCsv = !/\.(jsonl|ndjson)$/i.test(file.name);
  if (!isCsv) return { file, isCsv, headers: [], rows: [] };
  const [header, ...rows] = readCsv(await decoded(file.slice(0, READ_BYTES)));
  return { file, isCsv, headers: header?.cells ?? [], rows };
};

/** Excel's "Unicode Text" is UTF-16 with a byte order mark. */
const decoded = async (bytes: Blob): Promise<string> => {
  const all = new Uint8Array(await bytes.arrayBuffer());
  const encoding = all[0] === 0xff && all[1] === 0xfe ? 'utf-16le' : all[0] === 0xfe ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { ignoreBOM: false }).decode(all);
};

/** Returns the file as the API reads it. */
export const sent = ({ file, isCsv }: ChosenFile): Blob =>
  new Blob([file], { type: isCsv ? 'text/csv' : 'application/x-ndjson' });

/** The name of a column in any spelling that a header may use: case and punctuation do not matter. */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_');

/** Choice for a header: a column, '' to leave it out, or undefined to let the service match its name. */
export type Mapping = Readonly<Record<string, string | undefined>>;

/** Returns the columns whose exact names the headers have. */
export const firstMapping = (headers: readonly string[], columns: readonly string[]): Mapping =>
  Object.fromEntries(headers.map((header) => [header, columns.find((column) => column === plain(header))]));

/** Returns the cell that an error is about; undefined if the page has not read it. */
export const cellOf = (
  { headers, rows }: ChosenFile,
  mapping: Mapping,
  { line, column }: { readonly line: number; readonly column: string | null },
): string | undefined => {
  const at = headers.findIndex((header) => mapping[header] === column || header === column);
  return column === null || at < 0 ? undefined : rows.find((row) => row.line === line)?.cells[at];
};
