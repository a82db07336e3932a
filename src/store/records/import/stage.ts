import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import { type RecordShape, type RowValues } from '../../../governance/records/shape.ts';
import type { Digest } from '../digest.ts';
import type { ColumnMap } from './columns.ts';
import { readCsv } from './csv.ts';
import { readJsonLines } from './json-lines.ts';
import type { WriteKind } from './kind.ts';
import type { ImportSession } from './session.ts';
import { type ImportTally, UnreadableFileError } from './tally.ts';
import { decodeText } from './text.ts';

export interface ImportFile {
  readonly bytes: AsyncIterable<Buffer>;
  readonly format: 'csv' | 'jsonl';
  readonly columns: ColumnMap;
  readonly delimiter: string | undefined;
}

/** The staged rows, under the alias that the kinds' statements use. */
export const STAGED = sql`import_rows AS r`;

/** Number of characters that are sent to the database at once. */
const CHUNK = 16_384;

/** Maximum number of rows in a file. */
const MOST_ROWS = 1_000_000;

/**
 * Reads a file and copies its readable rows into a staging table of the session.
 * @returns the columns that the file has
 */
export const stageFile = async (
  session: ImportSession,
  { bytes, format, columns, delimiter }: ImportFile,
  to: {
    readonly shape: RecordShape;
    readonly kind: WriteKind;
    readonly digest: Digest;
    readonly tally: ImportTally;
  },
): Promise<ReadonlySet<string>> => {
  const { shape, kind, digest, tally } = to;
  const names = Object.keys(kind.staged);
  const types = names.map((name) => `${name} ${kind.staged[name]}`).join(', ');
  await sql.raw(`CREATE TEMPORARY TABLE import_rows (line integer, ${types})`).execute(session.db);
  const copy = session.copy(`COPY import_rows (line, ${names.join(', ')}) FROM STDIN`);
  let failure: Error | undefined;
  copy.on('error', (error) => {
    failure ??= error;
  });
  let waiting = '';
  const send = async (): Promise<void> => {
    if (failure !== undefined) throw failure;
    const chunk = waiting;
    waiting = '';
    // Rejects if the COPY fails while it waits.
    if (!copy.write(chunk)) await once(copy, 'drain');
  };
  const reader = {
    shape,
    columns,
    tally,
    take: (line: number, values: RowValues) => {
      if (tally.rows > MOST_ROWS) {
        const reason = `a file may have at most ${MOST_ROWS.toLocaleString('en-IN')} rows; split it`;
        throw new UnreadableFileError({ line, column: null, reason });
      }
      waiting += copyLine(line, kind.stage(values, digest));
    },
    flush: async () => {
      if (waiting.length >= CHUNK) await send();
    },
  };
  const text = decodeText(bytes);
  try {
    const given = await (format === 'csv'
      ? readCsv(text, { ...reader, delimiter })
      : readJsonLines(text, reader));
    await send();
    if (failure !== undefined) throw failure;
    copy.end();
    await finished(copy);
    return given;
  } catch (error) {
    copy.destroy();
    throw error;
  }
};

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Writes a line of COPY's text format. */
const copyLine = (line: number, values: readonly (string | null)[]): string => {
  let text = String(line);
  for (const value of values)
    text +=
      value === null
        ? '\t\\N'
        : `\t${/[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (char) => ESCAPES[char]!) : value}`;
  return `${text}\n`;
};
