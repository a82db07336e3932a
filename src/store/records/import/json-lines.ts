import { readRow, type RecordShape, type RowValues } from '../../../governance/records/shape.ts';
import { type ColumnMap, columnPositions, columnsAt } from './columns.ts';
import type { RowReader } from './csv.ts';
import { type ImportFault, UnreadableFileError } from './tally.ts';

const LONGEST_LINE = 65_536;

type LineFault = Omit<ImportFault, 'line'>;

/**
 * Reads JSON Lines: one object per line, with the members of a record. All lines must have the same optional members, because a
 * member that is left out keeps its stored value.
 * @returns the members that the lines have
 */
export const readJsonLines = async (
  text: AsyncIterable<string>,
  { shape, columns, tally, take, flush }: RowReader,
): Promise<ReadonlySet<string>> => {
  let line = 0;
  let given: ReadonlySet<string> | undefined;
  for await (const batch of linesOf(text)) {
    for (const written of batch) {
      line += 1;
      if (written.trim() === '') continue;
      tally.rows += 1;
      const read = readLine(written, shape, columns);
      given ??= read.given;
      const [other] = given === undefined ? [] : (read.given?.symmetricDifference(given) ?? []);
      if (read.faults !== undefined) tally.refuse(line, read.faults);
      else if (other === undefined) take(line, read.values);
      else tally.refuse(line, [{ column: other, reason: 'is in some lines and missing in others' }]);
    }
    await flush();
  }
  return given ?? new Set();
};

interface ReadLine {
  readonly given?: ReadonlySet<string>;
  readonly values: RowValues;
  readonly faults?: undefined;
}

interface FaultyLine {
  readonly given?: undefined;
  readonly faults: readonly LineFault[];
}

const readLine = (written: string, shape: RecordShape, columns: ColumnMap): ReadLine | FaultyLine => {
  const record = parseObject(written);
  if (typeof record === 'string') return { faults: [{ column: null, reason: record }] };
  let positions: readonly number[];
  try {
    positions = columnPositions(shape, Object.keys(record), columns);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    const { column, reason } = error.fault;
    return { faults: [{ column, reason: reason.replace('the header', 'the object') }] };
  }
  const values = Object.values(record);
  const cells = positions.map((at) => (at < 0 ? undefined : jsonCell(values[at])));
  const wrong = cells.indexOf(WRONG_TYPE);
  if (wrong >= 0) return { faults: [{ column: shape.fields[wrong]!.name, reason: NOT_A_STRING }] };
  const read = readRow(shape, cells as readonly (string | undefined)[]);
  return read.faults === undefined ? { given: columnsAt(shape, positions), ...read } : read;
};

const parseObject = (written: string): string | Readonly<Record<string, unknown>> => {
  try {
    const record: unknown = JSON.parse(written);
    return typeof record === 'object' && record !== null && !Array.isArray(record)
      ? (record as Readonly<Record<string, unknown>>)
      : 'is not a JSON object';
  } catch {
    return 'is not valid JSON';
  }
};

export const NOT_A_STRING = 'expected a string; a long number loses digits unless it is a string';

/** Stands for a value that is neither text nor a number that kept its digits. */
export const WRONG_TYPE = Symbol('wrong type');

/** Returns a JSON value as a cell. @returns WRONG_TYPE for an object, a list, and a number that may have lost digits */
export const jsonCell = (value: unknown): string | typeof WRONG_TYPE => {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e15) return String(value);
  return WRONG_TYPE;
};

const linesOf = async function* (
  text: AsyncIterable<string>,
): AsyncGenerator<readonly string[], void, undefined> {
  let kept = '';
  let line = 0;
  for await (const piece of text) {
    const lines = (kept + piece).split('\n');
    kept = lines.pop()!;
    line += lines.length;
    yield lines;
    if (kept.length > LONGEST_LINE)
      throw new UnreadableFileError({
        line: line + 1,
        column: null,
        reason: `a line is longer than ${LONGEST_LINE} characters`,
      });
  }
  if (kept !== '') yield [kept];
};
