/** Finds labels in a row's words, including labels with a misread letter. */
import { labelOf, LABELS as FORM_LABELS } from '../form-labels.ts';
import type { Row, Word } from './layout.ts';
import type { ValueForm } from './values.ts';
import { type Label, LABELS, LONGEST_LABEL, OTHER_LABELS, plainOf } from './labels.ts';

export interface FoundLabel {
  /** undefined for labels that only end the value before them. */
  readonly label: Label | undefined;
  /** Indices of words in the row; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether a colon or a similar sign follows the label. */
  readonly marked: boolean;
}

const MARK = /[:：=]|[-–—]$/u;
/** Words before a label that belong to its form: `a)`, `12.`, `|`, `/`. */
export const LEAD = /^(?:[\p{L}\p{N}]{1,4}[.)\]]+|[|/[\]()*•·-]+|\p{N}{1,2}|[ivx]{1,4}[.)]?)$/iu;
const NOTHING = /^[^\p{L}\p{N}]*$/u;

/** Minimum length of a phrase in which one misread letter is accepted, and the length for each further one. */
const FIRST_ERROR = 6;
const NEXT_ERROR = 9;

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
    // A label and its value may be printed without a space: `PAN:ABCPE1234F` is left to the whole text's search.
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

const lookUp = (text: string): { readonly label: Label | undefined } | undefined => {
  const plain = plainOf(text).replace(/^(?:\p{N}{1,2}|[a-z]) (?=\p{L})/u, '');
  if (plain.length < 2) return undefined;
  const exact = LABELS.get(plain);
  if (exact !== undefined) return { label: exact };
  if (OTHER_LABELS.has(plain)) return { label: undefined };
  const near = nearest(plain);
  return near === undefined ? undefined : { label: near };
};

/** Forms of the members that the rules for texts know. */
const FORMS: Readonly<Partial<Record<string, ValueForm>>> = {
  pan: 'pan',
  aadhaar: 'aadhaar',
  policy: 'code',
  amount: 'money',
  bill_amount: 'money',
  room_rent: 'money',
  admission: 'date',
  discharge: 'date',
};

/** Looks up a label among those that the rules accept in texts. Some of them also head a table's columns, so a sign must follow. */
const formLabel = (text: string): { readonly label: Label } | undefined => {
  const written = labelOf(text.replace(/[\s:=-]+$/u, ''));
  const member = FORM_LABELS.find(([form]) => form.test(written))?.[1];
  return member === undefined ? undefined : { label: { member, form: FORMS[member] ?? 'text' } };
};

const nearest = (plain: string): Label | undefined => {
  if (plain.length < FIRST_ERROR) return undefined;
  const most = 1 + Math.floor((plain.length - FIRST_ERROR) / NEXT_ERROR);
  let best: Label | undefined;
  let least = most + 1;
  for (const [phrase, label] of LABELS) {
    if (Math.abs(phrase.length - plain.length) >= least || phrase.length < FIRST_ERROR) continue;
    const distance = distanceBelow(plain, phrase, least);
    if (distance < least) [best, least] = [label, distance];
  }
  return best;
};

/** Returns the number of letters by which two texts differ, or `limit` if there are at least so many. */
const distanceBelow = (one: string, other: string, limit: number): number => {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = before[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(change, before[j]! + 1, row[j - 1]! + 1));
    }
    if (Math.min(...row) >= limit) return limit;
    before = row;
  }
  return Math.min(before.at(-1)!, limit);
};
