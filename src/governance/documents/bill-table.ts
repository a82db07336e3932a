/**
 * Reads bill tables without HSN codes. The words in the heading identify the columns, and lines that end in numbers are the rows.
 */
import { figuresOf, type Figure, type Line } from './lines.ts';

export type Column =
  'quantity' | 'price' | 'discount' | 'taxable' | 'rate' | 'cgst' | 'sgst' | 'tax' | 'total';

/** Heading words, each with its column; undefined for columns whose numbers are not used. */
const HEADS: readonly (readonly [words: RegExp, column: Column | undefined])[] = [
  [/^(?:qty|quantity|nos|units?|days|no of days|hrs|मात्रा)\.?$/i, 'quantity'],
  [/^(?:rate|price|mrp|cost|unit price|unit rate|unit cost|दर)\.?$/i, 'price'],
  [/^(?:disc|discount)\.?$/i, 'discount'],
  [/^(?:taxable|taxable value|taxable amount)$/i, 'taxable'],
  [/^cgst$/i, 'cgst'],
  [/^(?:sgst|utgst)$/i, 'sgst'],
  [/^(?:igst|gst|tax|tax amount|vat)$/i, 'tax'],
  [/^(?:gst|tax|igst) ?%$/i, 'rate'],
  [/^(?:amount|amt|total|net|value|net amount|total amount|charges|राशि)\.?$/i, 'total'],
  [
    /^(?:particulars?|description|items?|services?|products?|medicines?|details|name|goods|investigations?|tests?|procedures?|विवरण)$/i,
    undefined,
  ],
  [/^(?:sl|sr|s ?no|no|#|क्र)\.?$/i, undefined],
];
const LONG_HEADS =
  /unit (?:price|rate|cost)|taxable (?:value|amount)|no of days|net amount|total amount|tax amount|(?:gst|tax|igst) ?%|s\.? ?no\b|[\p{L}\p{M}#]+/giu;

/**
 * Returns a heading line's number columns from left to right, or undefined if the line is not a heading. Without the word HSN, a
 * heading needs an amount column, at least two more table words, and no number.
 */
export const columnsOf = ({ text }: Line): readonly Column[] | undefined => {
  if (/\d/.test(text)) return undefined;
  const words = text
    .replaceAll(/\([^)]{0,12}\)/g, ' ')
    .replaceAll(/(?<=\p{L})\.(?=\p{L})/gu, ' ')
    .match(LONG_HEADS);
  if (words === null || words.length > 24) return undefined;
  const heads = words
    .map((word) => HEADS.find(([form]) => form.test(word)))
    .filter((head) => head !== undefined);
  const columns = heads.flatMap(([, column]) => column ?? []);
  const isTable =
    heads.length >= 3 || (heads.length === 2 && columns.length === 1 && heads[0]![1] === undefined);
  const hasSum = columns.includes('total') || columns.includes('taxable');
  return isTable && hasSum && heads.length * 2 >= words.length ? columns : undefined;
};

export interface Row {
  readonly description: string;
  /** The numbers at the end of the line, without an HSN code. */
  readonly figures: readonly Figure[];
  readonly hsn: string;
  /** Index in the line at which the description ends. */
  readonly at: number;
}

/** Text that may appear between a row's numbers or after the last one. */
const BETWEEN =
  /^[\s₹|()/%=*x×-]*(?:(?:rs|inr|nos?|pcs|units?|kgs?|gms?|ml|hrs?|days?|strips?|tabs?|caps?|each)\.?[\s₹|()/=*x×-]*){0,2}$/iu;
const HSN = /^(?:\d{4}|\d{6}|\d{8})$/;

/** Reads a line as a row: words followed by at least `least` numbers. Returns undefined if it is not a row. */
export const rowOf = (line: Line, least: number): Row | undefined => {
  const figures = figuresOf(line);
  const tail: Figure[] = [];
  let until = line.text.length;
  for (const figure of figures.toReversed()) {
    if (!BETWEEN.test(line.text.slice(figure.end - line.start, until))) break;
    tail.unshift(figure);
    until = figure.start - line.start;
  }
  const first = tail[0];
  if (first === undefined || tail.length < least || !tail.at(-1)!.money) return undefined;
  const written = line.text.slice(first.start - line.start, first.end - line.start);
  const isCode = tail.length > least && HSN.test(written) && !first.money;
  const description = line.text
    .slice(0, first.start - line.start)
    .replace(/^\s*\d{1,3}[.)…:,-]*\s+/, '')
    .replace(/[\s₹|:-]+$|(?:[\s]+(?:rs|inr)\.?[\s:]*)$/giu, '')
    .trim();
  if (description.replaceAll(/[^\p{L}]/gu, '').length < 2) return undefined;
  const numbers = isCode ? tail.slice(1) : tail;
  return { description, figures: numbers, hsn: isCode ? written : '', at: first.start - line.start };
};

/** Sums, payments and the like are not goods, although they may appear in the table. */
export const IS_SUM =
  /^(?:[\p{L}]+ )?(?:sub ?-?total|total|grand|gross|net|balance|advance|deposit|discount|less|paid|payable|amount|refund|round(?:ed|ing)?|due|received|carried|brought|cgst|sgst|igst|gst|cess|tax|taxable)\b|कुल|^(?:amount|bill) /iu;
/** Words that end a table. */
export const IS_END =
  /\b(?:grand|net|gross|bill|final|invoice)[ -]?(?:total|amount|payable)\b|\bamount (?:due|payable|in words)\b|^\s*total\b|कुल/iu;
