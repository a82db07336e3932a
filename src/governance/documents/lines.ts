import { parseDecimal, type Millionths } from './decimal.ts';
import type { Source, Span } from './source.ts';

export interface Figure extends Span {
  readonly value: Millionths;
  readonly percent: boolean;
  /** Whether the figure is written like money: with decimals or commas. */
  readonly money: boolean;
  /** Whether the figure's commas are in unusual places, so that its value is uncertain. */
  readonly odd: boolean;
}

export interface Line extends Span {
  readonly text: string;
}

const FIGURE = /(?<![\p{L}\d.,/-])-?\d[\d,]{0,20}(?:\.\d{1,6})?(?![\p{L}\d/]|[.,]\d)(?<percent>[ ]?%)?/gu;

const GROUPED = /^-?(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d+)?$/;

/** Maximum length of a table line. Longer lines are prose, or not part of a document at all. */
const LONGEST = 1_000;

/** Returns the text's lines, except those that are empty or too long. */
export const linesOf = ({ plain }: Source): readonly Line[] => {
  const lines: Line[] = [];
  for (let start = 0; start <= plain.length;) {
    const at = plain.indexOf('\n', start);
    const end = at < 0 ? plain.length : at;
    const text = plain.slice(start, end);
    if (text.length <= LONGEST && text.trim() !== '') lines.push({ start, end, text });
    start = end + 1;
  }
  return lines;
};

/** Returns a line's numbers, starting at index `from` of the line. */
export const figuresOf = (line: Line, from = 0): readonly Figure[] => {
  const figures: Figure[] = [];
  for (const match of line.text.matchAll(FIGURE)) {
    if (match.index < from) continue;
    const percent = match.groups?.['percent'] ?? '';
    const written = match[0].slice(0, match[0].length - percent.length).replace(/,+$/, '');
    const value = parseDecimal(written);
    if (value === undefined) continue;
    const start = line.start + match.index;
    figures.push({
      start,
      end: start + written.length,
      value,
      percent: percent !== '',
      money: /[,.]/.test(written),
      odd: written.includes(',') && !GROUPED.test(written),
    });
  }
  return figures;
};
