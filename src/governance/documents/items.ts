/**
 * Reads the lines for goods and services on a tax invoice: HSN or SAC code, quantity, price, taxable value, tax and total (CGST
 * Rules 2017, rule 46). The order of the numbers and the arithmetic between them show which number is which.
 */
import { clip } from '../text/clip.ts';
import type { Millionths } from './decimal.ts';
import { columnsOf, IS_END, IS_SUM, rowOf, type Column } from './bill-table.ts';
import { figuresOf, linesOf, type Figure, type Line } from './lines.ts';
import type { Source, Span } from './source.ts';
import { bestReading, type ItemChecks, readAs, type Reading, type Role, scoreOf } from './item-columns.ts';

export interface FoundItem extends Span {
  readonly hsn: string;
  readonly description: string;
  readonly numbers: Readonly<Partial<Record<Role, Millionths>>>;
  /** Sum of all tax rates on the line, in percent. */
  readonly rate: Millionths | undefined;
  readonly tax: Millionths | undefined;
  readonly checks: ItemChecks;
}

const HEADER = /\b(?:hsn|sac)\b/i;
const LABELLED =
  /\b(?:hsn|sac)(?:[ ]?\/[ ]?(?:hsn|sac))?(?:[ ]?code)?[ ]{0,2}[:#-]?[ ]{0,2}(?<code>\d{4}(?:\d{2}){0,2})(?!\d)/iu;

const CODE = /(?<![\p{L}\d.,/-])(?<code>\d{8}|\d{6}|\d{4})(?![\p{L}\d/%-]|[.,]\d)/gu;

const codeOf = (line: Line, underHeader: boolean): { code: string; at: number; end: number } | undefined => {
  const labelled = LABELLED.exec(line.text);
  if (labelled !== null) {
    const code = labelled.groups!['code']!;
    const end = labelled.index + labelled[0].length;
    return { code, at: labelled.index, end };
  }
  if (!underHeader) return undefined;
  for (const match of line.text.matchAll(CODE)) {
    const end = match.index + match[0].length;
    if (figuresOf(line, end).some(({ money, percent }) => money || percent))
      return { code: match[0], at: match.index, end };
  }
  return undefined;
};

/** Reads a row by its heading's columns, or by arithmetic if that fits better. */
const readRow = (figures: readonly Figure[], columns: readonly Column[]): Reading | undefined => {
  const guessed = bestReading(figures);
  const plain = figures.filter(({ percent }) => !percent);
  const roles = columns.filter((column) => column !== 'rate' || plain.length === figures.length);
  if (roles.length === 0 || plain.length < roles.length) return guessed;
  const rates = figures.filter(({ percent }) => percent).map(({ value }) => value);
  const taxed = roles.some((role) => role === 'tax' || role === 'cgst' || role === 'taxable');
  // A bill without taxes has a single column of sums, which is both the taxable value and the total.
  const named = roles.map((role) => (role === 'total' && !taxed ? 'taxable' : role));
  const headed = readAs(named, plain.slice(-roles.length), rates);
  const reading = taxed
    ? headed
    : { ...headed, numbers: { ...headed.numbers, total: headed.numbers.taxable } };
  return guessed !== undefined && scoreOf(guessed) > scoreOf(headed) ? guessed : (reading as Reading);
};

const coded = (line: Line, underHeader: boolean): FoundItem | undefined => {
  const found = codeOf(line, underHeader);
  const reading = found && bestReading(figuresOf(line, found.end));
  if (found === undefined || reading === undefined) return undefined;
  const description = line.text
    .slice(0, found.at)
    .replace(/^\s*\d{1,3}[.)]?\s+/, '')
    .trim();
  return itemOf(line, found.code, description, reading);
};

/** Reads a row in a table without codes. `columns` come from its heading and are undefined if it has none. */
const uncoded = (line: Line, columns: readonly Column[] | undefined): FoundItem | undefined => {
  // Without a heading, only arithmetic shows that a line lists goods.
  const row = rowOf(line, Math.min(columns?.length ?? 3, 3));
  if (row === undefined) return undefined;
  const reading = readRow(row.figures, columns ?? ['quantity', 'price', 'total']);
  if (reading === undefined) return undefined;
  const holds = scoreOf(reading) > 0;
  if (!holds && (columns === undefined || IS_SUM.test(row.description))) return undefined;
  return itemOf(line, row.hsn, row.description, reading);
};

const itemOf = (line: Line, hsn: string, description: string, reading: Reading): FoundItem => ({
  start: line.start + line.text.search(/\S/),
  end: line.start + line.text.trimEnd().length,
  hsn,
  description: clip(description.replaceAll(/\s+/g, ' '), 120),
  ...reading,
});

/** Minimum number of lines that count without a heading, because fewer may add up by chance. */
const LEAST_WITHOUT_HEADING = 2;

/** Finds the text's item lines: lines under a heading, and lines with their own labelled HSN or SAC code. */
export const findItems = (source: Source): readonly FoundItem[] => {
  const items: FoundItem[] = [];
  const unheaded: FoundItem[] = [];
  let underHeader = false;
  let columns: readonly Column[] | undefined;
  for (const line of linesOf(source)) {
    const heading = columnsOf(line);
    if (HEADER.test(line.text)) underHeader = true;
    if (heading !== undefined) {
      columns = heading;
      continue;
    }
    const item = coded(line, underHeader) ?? uncoded(line, columns);
    if (item !== undefined) (columns === undefined && item.hsn === '' ? unheaded : items).push(item);
    else if (IS_END.test(line.text)) columns = undefined;
  }
  const all = items.length > 0 || unheaded.length >= LEAST_WITHOUT_HEADING ? [...items, ...unheaded] : items;
  return all.toSorted((a, b) => a.start - b.start);
};
