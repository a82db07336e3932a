import { parse } from 'csv-parse/sync';
import { UnreadableFileError } from './tally.ts';

/** A record of a CSV file, before its cells are known. */
interface WrittenRecord {
  /** Number of the line on which the record begins. */
  readonly line: number;
  readonly text: string;
  readonly hasQuotes: boolean;
}

export interface CsvRecord {
  readonly line: number;
  /** Undefined if the record's quotes do not match. */
  readonly cells: readonly string[] | undefined;
}

/** Maximum number of characters of one record, so that an unclosed quote cannot swallow a file into memory. */
const LONGEST_RECORD = 65_536;

/**
 * Splits CSV text into its records, a batch for each piece of text. A line break inside quotes belongs to its record.
 * @throws UnreadableFileError for a record that is too long
 */
export const writtenRecords = async function* (
  text: AsyncIterable<string>,
): AsyncGenerator<readonly WrittenRecord[], void, undefined> {
  let kept = '';
  let line = 1;
  let newline: string | undefined;
  for await (const piece of text) {
    kept += piece;
    // A piece may end between the two characters of a line break.
    newline ??= /[\r\n]./s.test(kept) ? (kept.includes('\n') ? '\n' : '\r') : undefined;
    if (newline !== undefined) {
      const split = splitRecords(kept, newline, line);
      kept = kept.slice(split.end);
      line = split.line;
      yield split.records;
    }
    if (kept.length > LONGEST_RECORD)
      throw new UnreadableFileError({
        line,
        column: null,
        reason: `a row is longer than ${LONGEST_RECORD} characters; look for a quote that is not closed`,
      });
  }
  if (kept !== '') yield [{ line, text: withoutReturn(kept), hasQuotes: kept.includes('"') }];
};

interface Split {
  readonly records: readonly WrittenRecord[];
  /** Position after the last whole record, and the number of the line that begins there. */
  readonly end: number;
  readonly line: number;
}

const splitRecords = (text: string, newline: string, firstLine: number): Split => {
  const records: WrittenRecord[] = [];
  let [line, lines, start, isOpen, hasQuotes] = [firstLine, firstLine, 0, false, false];
  let quote = text.indexOf('"');
  for (let end = text.indexOf(newline); end >= 0; end = text.indexOf(newline, end + 1)) {
    for (; quote >= 0 && quote < end; quote = text.indexOf('"', quote + 1)) {
      isOpen = !isOpen;
      hasQuotes = true;
    }
    lines += 1;
    if (isOpen) continue;
    records.push({ line, text: withoutReturn(text.slice(start, end)), hasQuotes });
    [line, start, hasQuotes] = [lines, end + 1, false];
  }
  return { records, end: start, line };
};

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

/**
 * Splits records into cells. Records without quotes and those with plain ones are split directly, because the parser takes several
 * times as long; all others, right or wrong, go through the parser together.
 */
export const cellsOf = (records: readonly WrittenRecord[], delimiter: string): readonly CsvRecord[] => {
  const split = records.map(({ text, hasQuotes }) =>
    hasQuotes ? splitPlainQuotes(text, delimiter) : text.split(delimiter),
  );
  const rest = records.filter((_, index) => split[index] === undefined);
  const parsed = parseAll(rest, delimiter);
  let next = 0;
  return records.map(({ line }, index) => ({ line, cells: split[index] ?? parsed[next++] }));
};

/** Splits a record whose quotes stand only around whole cells. @returns undefined if there are any others */
const splitPlainQuotes = (text: string, delimiter: string): readonly string[] | undefined => {
  const parts = text.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    let cell = parts[at]!;
    if (!cell.startsWith('"')) {
      if (cell.includes('"')) return undefined;
      cells.push(cell);
      continue;
    }
    while (cell.length < 2 || !cell.endsWith('"')) {
      at += 1;
      if (at === parts.length) return undefined;
      cell += delimiter + parts[at]!;
    }
    const inner = cell.slice(1, -1);
    if (inner.includes('"')) return undefined;
    cells.push(inner);
  }
  return cells;
};

const parseAll = (
  records: readonly WrittenRecord[],
  delimiter: string,
): readonly (readonly string[] | undefined)[] => {
  if (records.length === 0) return [];
  const together = tryParse(records.map(({ text }) => text).join('\n'), delimiter);
  if (together?.length === records.length) return together;
  // One of them is faulty. Alone, each shows whether it is the one.
  return records.map(({ text }) => {
    const alone = tryParse(text, delimiter);
    return alone?.length === 1 ? alone[0] : undefined;
  });
};

const tryParse = (text: string, delimiter: string): readonly (readonly string[])[] | undefined => {
  try {
    return parse(text, { delimiter, relax_column_count: true, record_delimiter: ['\n', '\r\n', '\r'] });
  } catch {
    return undefined;
  }
};
