/**
 * Reads tables in lines of text: CSV with commas, semicolons or tabs, Markdown and ASCII tables with bars, and columns of fixed
 * width. A header is a line of short cells that contain only words; its rows are the following lines with the same number of
 * cells.
 */
import { KIND, KINDS, type Page } from '../page/page.ts';
import { lastUpTo, LONGEST_ROW, type Reading, type Stretch } from './cells.ts';
import { tells } from './names.ts';

const TAB = 9;
const BAR = 124;
const COMMA = 44;
const SEMICOLON = 59;
/** Stands for a delimiter of two or more spaces. */
const SPACES = 32;
const DELIMITERS = [TAB, BAR, SEMICOLON, COMMA, SPACES] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Maximum length of a header, and of one of its cells. */
const LONGEST_HEADER = 2_000;
const LONGEST_CELL = 48;
const MOST_WORDS = 6;

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13;

const trimmed = (codes: Uint16Array, start: number, end: number): Stretch => {
  let from = start;
  let to = end;
  while (from < to && isBlank(codes[from]!)) from++;
  while (to > from && isBlank(codes[to - 1]!)) to--;
  return { start: from, end: to };
};

/** Splits a line into cells. Quotes hide delimiters, and a bar before the first or after the last cell is a frame. */
const cellsOf = (codes: Uint16Array, line: Stretch, delimiter: Delimiter): Stretch[] => {
  const cells: Stretch[] = [];
  let { start, end } = trimmed(codes, line.start, line.end);
  if (delimiter === TAB) ({ start, end } = line);
  if (delimiter === BAR) {
    if (codes[start] === BAR) start++;
    if (end > start && codes[end - 1] === BAR) end--;
  }
  let quoted = false;
  let from = start;
  for (let at = start; at < end; at++) {
    const code = codes[at]!;
    if (code === 34 && delimiter !== BAR && delimiter !== SPACES) quoted = !quoted;
    if (quoted || code !== delimiter) continue;
    if (delimiter === SPACES) {
      if (codes[at + 1] !== 32) continue;
      cells.push({ start: from, end: at });
      while (codes[at + 1] === 32) at++;
    } else cells.push({ start: from, end: at });
    from = at + 1;
  }
  cells.push({ start: from, end });
  return cells;
};

/** Characters that do not occur in column names: '!', '&', '=', '?', '@', '{', '}', '<', '>', ':', '*'. */
const NO_NAME: ReadonlySet<number> = new Set([33, 38, 61, 63, 64, 123, 125, 60, 62, 58, 42]);

const DOT = 46;

const isLeader = (codes: Uint16Array, at: number): boolean =>
  codes[at] === DOT && codes[at + 1] === DOT && codes[at + 2] === DOT;

/** Returns a header's column names, or null if the line is not a header. */
const headerIn = (page: Page, line: Stretch): { delimiter: Delimiter; cells: Stretch[] } | null => {
  const { codes } = page;
  if (line.end - line.start > LONGEST_HEADER || line.end - line.start < 5) return null;
  let digits = 0;
  for (let at = line.start; at < line.end; at++) {
    const code = codes[at]!;
    if (KINDS[code] === KIND.digit) digits++;
    // "1 6 4 4" is a value in groups, and a row of dots leads from a form's label to its value.
    else if (code !== 32) digits = 0;
    if (digits > 2 || NO_NAME.has(code) || isLeader(codes, at)) return null;
  }
  const first = lastUpTo(page.wordStart, line.start - 1) + 1;
  let last = first;
  while (last < page.wordStart.length && page.wordStart[last]! < line.end) last++;
  if (last - first < 2 || !tells(page, line)) return null;
  for (const delimiter of DELIMITERS) {
    const cells = cellsOf(codes, line, delimiter);
    if (cells.length < 2) continue;
    let words = first;
    for (const { start, end } of cells) {
      let count = 0;
      while (words < last && page.wordStart[words]! < end) {
        if (page.wordStart[words]! >= start) count++;
        words++;
      }
      if (count > MOST_WORDS || end - start > LONGEST_CELL) return null;
    }
    return { delimiter, cells };
  }
  return null;
};

/** Returns whether a line consists of dashes, equals signs, bars, pluses and colons. */
const isRule = (codes: Uint16Array, { start, end }: Stretch): boolean => {
  let dashes = 0;
  for (let at = start; at < end; at++) {
    const code = codes[at]!;
    if (code === 45 || code === 61) dashes++;
    else if (code !== 43 && code !== BAR && code !== 58 && !isBlank(code)) return false;
  }
  return dashes >= 2;
};

/** Returns a cell's column in a fixed-width table: the one whose name overlaps the cell most, or -1. */
const columnOver = (cell: Stretch, line: Stretch, names: readonly Stretch[], header: Stretch): number => {
  const from = cell.start - line.start;
  const to = cell.end - line.start;
  let best = -1;
  let most = 0;
  for (let nth = 0; nth < names.length; nth++) {
    const overlap =
      Math.min(to, names[nth]!.end - header.start) - Math.max(from, names[nth]!.start - header.start);
    if (overlap > most) [best, most] = [nth, overlap];
  }
  return best;
};

/** Reads the column names in a Postgres dump, which come before the rows: `COPY users (mobile, pan) FROM stdin;`. */
const copyIn = ({ codes }: Page, line: Stretch): Header | null => {
  if (
    (codes[line.start]! | 32) !== 99 ||
    codes[line.end - 1] !== SEMICOLON ||
    line.end - line.start > LONGEST_HEADER
  )
    return null;
  const text = String.fromCharCode(...codes.subarray(line.start, line.end));
  const match = /^copy [^()]*\(([^()]*)\) from stdin;$/i.exec(text);
  if (!match) return null;
  const start = line.start + text.indexOf('(') + 1;
  return { line, delimiter: TAB, cells: cellsOf(codes, { start, end: start + match[1]!.length }, COMMA) };
};

interface Header {
  readonly line: Stretch;
  readonly delimiter: Delimiter;
  readonly cells: readonly Stretch[];
}

/** Adds the cells of a row. Returns false if the line is not a row of the header's table. */
const addLine = (page: Page, reading: Reading, line: Stretch, header: Header): boolean => {
  if (line.end - line.start > LONGEST_ROW) return false;
  const own = cellsOf(page.codes, line, header.delimiter);
  const fixed = header.delimiter === SPACES;
  if (own.length > header.cells.length) return false;
  if (fixed ? own.length < 2 : own.length !== header.cells.length) return false;
  const columns = own.map((cell, nth) => (fixed ? columnOver(cell, line, header.cells, header.line) : nth));
  if (fixed && columns.some((column, nth) => column < 0 || (nth > 0 && column <= columns[nth - 1]!)))
    return false;
  for (const [nth, cell] of own.entries())
    reading.cells.push({ ...cell, head: header.cells[columns[nth]!]! });
  reading.rows.push({ ...line, head: header.line });
  return true;
};

/** Finds the tables in the lines that, according to `isRead`, have not been read yet. */
export const readLines = (page: Page, reading: Reading, isRead: (line: Stretch) => boolean): void => {
  const { codes, length } = page;
  let header: Header | null = null;
  for (let start = 0; start < length;) {
    let end = start;
    while (end < length && codes[end] !== 10 && codes[end] !== 13) end++;
    const line = { start, end };
    const open = end === length;
    if (trimmed(codes, start, end).start === trimmed(codes, start, end).end) {
      if (start !== end || codes[end - 1] !== 13) header = null;
    } else if (isRead(line)) {
      header = null;
    } else if (header !== null && isRule(codes, line)) {
      // Ruled lines separate the header from the rows.
    } else {
      if (open && header !== null && end - start <= LONGEST_ROW)
        reading.openFrom = Math.min(reading.openFrom, start);
      if (header === null || !addLine(page, reading, line, header)) {
        const found = headerIn(page, line);
        header = copyIn(page, line) ?? (found === null ? null : { line, ...found });
      }
    }
    start = codes[end] === 13 && codes[end + 1] === 10 ? end + 2 : end + 1;
  }
};
