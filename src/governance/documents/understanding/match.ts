/** Finds labels in a row's words, including labels with a misread letter. */
import type { Row, Word } from './layout.ts';
import { type Label, LONGEST_LABEL } from './labels.ts';
import { formLabel, lookUp } from './nearest-label.ts';

export interface FoundLabel {
  /** undefined for labels that only end the value before them. */
  readonly label: Label | undefined;
  /** Indices of words in the row; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether a colon or a similar sign follows the label. */
  readonly marked: boolean;
}

/** A colon after a word in Devanagari is often read as its last sign, a visarga. */
const MARK = /[:：=]|(?:[-–—]|\u0903)$/u;
/** Words before a label that belong to its form: `a)`, `12.`, `|`, `/`. */
export const LEAD = /^(?:[\p{L}\p{N}]{1,4}[.)\]]+|[|/[\]()*•·-]+|\p{N}{1,2}|[ivx]{1,4}[.)]?)$/iu;
const NOTHING = /^[^\p{L}\p{N}]*$/u;

/**
 * Returns a row's labels from left to right. A label starts its cell, or follows another value, and is followed by a colon, a gap
 * or the end of the row.
 */
export const labelsIn = (row: Row): readonly FoundLabel[] => {
  const found: FoundLabel[] = [];
  for (let at = 0; at < row.length;) {
    const label = startsLabel(row, at) ? longestAt(row, at) : undefined;
    if (label !== undefined) found.push(label);
    at = label?.end ?? at + 1;
  }
  return found;
};

/** A word can start a label if only numbering separates it from the start of its cell, or if another label's sign follows. */
const startsLabel = (row: Row, at: number): boolean =>
  !NOTHING.test(row[at]!.text) && !LEAD.test(row[at]!.text);

const longestAt = (row: Row, start: number): FoundLabel | undefined => {
  const opens = opensCell(row, start);
  let best: FoundLabel | undefined;
  let text = '';
  for (let end = start + 1; end <= row.length && end - start <= LONGEST_LABEL; end++) {
    const word = row[end - 1]!;
    if (end - 1 > start && word.apart) break;
    // A label and its value may be printed without a space: `PAN:ABCPE1234F`. The search in the whole text
    // finds these.
    text += ` ${word.text}`;
    const marked = MARK.test(word.text) || isMark(row[end]);
    const closes = marked || end === row.length || row[end]!.apart || hasUnit(row, end);
    if (closes && (opens || marked)) {
      const label = lookUp(text) ?? (marked ? formLabel(text) : undefined);
      if (label !== undefined) best = { ...label, start, end: skipMark(row, end), marked };
    }
    if (MARK.test(word.text) && !word.text.endsWith('-')) break;
  }
  return best;
};

const isMark = (word: Word | undefined): boolean => word !== undefined && /^[:：=|-]+$/u.test(word.text);

/** `Claimed Amount (Rs.): …`: a unit may stand between a label and its colon. */
const hasUnit = (row: Row, at: number): boolean => /^\((?:rs|inr|₹)/iu.test(row[at]?.text ?? '');

const skipMark = (row: Row, end: number): number => {
  let at = end;
  while (at < row.length && (isMark(row[at]) || hasUnit(row, at))) at++;
  return at;
};

const opensCell = (row: Row, at: number): boolean => {
  let first = at;
  while (first > 0 && !row[first]!.apart && LEAD.test(row[first - 1]!.text)) first--;
  return first === 0 || row[first]!.apart;
};
