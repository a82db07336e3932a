/** Reads SQL rows: `INSERT INTO users (mobile, pan) VALUES ('98…', 'AB…'), (…)`. The column name is each value's label. */
import { LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { LONGEST_ROW, type Reading, type Stretch } from './cells.ts';

const OPEN = 40;
const CLOSE = 41;
const COMMA = 44;
const QUOTE = 39;
const BACKSLASH = 92;
/** Maximum length of a column list. */
const LONGEST_LIST = 4_000;

/**
 * Maximum number of unclosed brackets, each of which costs a search over the length of a row. Text with more of them is not SQL.
 */
const MOST_UNCLOSED = 16;

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

/**
 * Returns the opening position of the bracket that closes at unit `close`, or -1 if another bracket closes first or the opening
 * one is too far away.
 */
const openingOf = ({ codes }: Page, close: number): number => {
  for (let at = close - 1; at >= 0 && close - at < LONGEST_LIST; at--) {
    if (codes[at] === CLOSE) return -1;
    if (codes[at] === OPEN) return at;
  }
  return -1;
};

/** Returns the parts of the bracket that opens at unit `open` and the unit after its end; `end` is -1 for an unclosed bracket. */
const partsOf = ({ codes, length }: Page, open: number): { parts: Stretch[]; end: number } => {
  const parts: Stretch[] = [];
  let start = open + 1;
  let depth = 0;
  let quoted = false;
  for (let at = open + 1; at < length && at - open <= LONGEST_ROW; at++) {
    const code = codes[at]!;
    // MySQL escapes the quote in "O'Brien" with a backslash.
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) quoted = !quoted;
    if (quoted || code === BACKSLASH) continue;
    if (code === OPEN) depth++;
    else if (code === CLOSE && depth-- === 0) {
      parts.push({ start, end: at });
      return { parts, end: at + 1 };
    } else if (code === COMMA && depth === 0) {
      parts.push({ start, end: at });
      start = at + 1;
    }
  }
  return { parts, end: -1 };
};

const pastBlanks = ({ codes, length }: Page, at: number): number => {
  let next = at;
  while (next < length && isBlank(codes[next]!)) next++;
  return next;
};

const hasLetters = ({ codes }: Page, { start, end }: Stretch): boolean => {
  for (let at = start; at < end; at++) if (KINDS[codes[at]!]! >= KIND.upper) return true;
  return false;
};

export const readSql = (page: Page, reading: Reading): void => {
  const { codes, length } = page;
  let done = 0;
  let unclosed = 0;
  for (let nth = 0; nth < page.wordStart.length; nth++) {
    if (page.wordLabel[nth] !== LABEL.values || page.wordStart[nth]! < done) continue;
    let close = page.wordStart[nth]! - 1;
    while (close > 0 && isBlank(codes[close]!)) close--;
    const open = codes[close] === CLOSE ? openingOf(page, close) : -1;
    if (open < 0) continue;
    const columns = partsOf(page, open).parts;
    if (!columns.some((column) => hasLetters(page, column))) continue;
    const head = { start: open, end: page.wordEnd[nth]! };
    let at = pastBlanks(page, head.end);
    while (codes[at] === OPEN) {
      const { parts, end } = partsOf(page, at);
      if (end < 0) {
        if (page.length - at <= LONGEST_ROW) reading.openFrom = Math.min(reading.openFrom, at);
        if (++unclosed > MOST_UNCLOSED) return;
        break;
      }
      if (parts.length === columns.length)
        parts.forEach((part, column) => reading.cells.push({ ...part, head: columns[column]! }));
      reading.rows.push({ start: at, end, head });
      done = at = end;
      const next = pastBlanks(page, end);
      if (next < length && codes[next] !== COMMA) break;
      at = pastBlanks(page, next + 1);
    }
  }
};
