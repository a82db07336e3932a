/** Finds labelled values on a page: beside their label, or below it. */
import type { Box, PageRead, ReadMember } from '../read-document.ts';
import type { Label } from './labels.ts';
import { aroundWords, type Row, textOf, type Word } from './layout.ts';
import { type FoundLabel, labelsIn, LEAD } from './match.ts';
import { isStrict, isWholeSum, patternOf, valueFrom, type ValueForm } from './values.ts';

/** Confidence of a value that does not have the form that its label announces. */
const UNSURE = 0.4;
/** Maximum distance to a value below its label, as a multiple of the label's height. */
const BELOW = 2.6;

/** Finds the members on a page. `rows` are those of {@link rowsOf}. */
export const fieldsOf = (page: PageRead, rows: readonly Row[]): readonly ReadMember[] => {
  const labels = rows.map(labelsIn);
  return rows.flatMap((row, at) =>
    labels[at]!.flatMap((found, nth) => {
      if (found.label === undefined) return [];
      const next = labels[at]![nth + 1];
      if (next?.label?.member === found.label.member && next.start <= found.end + 1) return [];
      const beside = withoutLead(row.slice(found.end, next?.start ?? row.length), next);
      const place = { page, label: found.label, words: row.slice(found.start, found.end) };
      return (
        memberFrom(place, beside) ??
        inkBeside(place, next === undefined ? undefined : row[next.start]) ??
        doubtedIf(hasBeside(rows, labels, at), memberFrom(place, below(rows, labels, at, found))) ??
        runTogether(place, rows[at + 1]) ??
        []
      );
    }),
  );
};

const doubtedIf = (isDoubtful: boolean, member: ReadMember | undefined): ReadMember | undefined =>
  member === undefined || !isDoubtful
    ? member
    : { ...member, confidence: Math.min(member.confidence, UNSURE) };

/**
 * Returns whether the labels in the row above have their values beside them. Then this row's value was
 * probably not read, and the text below it is something else.
 */
const hasBeside = (rows: readonly Row[], labels: readonly (readonly FoundLabel[])[], at: number): boolean => {
  for (let above = at - 1; above >= 0 && labels[above]!.some(({ label }) => label !== undefined); above--) {
    const [first, next] = labels[above]!;
    const beside = rows[above]!.slice(first!.end, next?.start);
    if (beside.some(({ text }) => !NOTHING.test(text))) return true;
  }
  return false;
};

/** Leaves out the numbering that belongs to the next label: `Policy No  d) Name of the Patient`. */
const withoutLead = (words: readonly Word[], next: FoundLabel | undefined): readonly Word[] =>
  next === undefined ? words : words.slice(0, words.findLastIndex(({ text }) => !LEAD.test(text)) + 1);

interface Place {
  readonly page: PageRead;
  readonly label: Label;
  readonly words: readonly Word[];
}

const memberFrom = ({ page, label }: Place, words: readonly Word[]): ReadMember | undefined => {
  const trimmed = trim(words, label.form);
  if (trimmed.length === 0) return undefined;
  const { value, used, sure: fits } = valueIn(trimmed, label.form, page.source);
  if (value === '') return undefined;
  const sure = fits && (page.source === 'text' || isStrict(label.form) || !isCut(words, used));
  const confidence = Math.min(...used.map((word) => word.confidence));
  return {
    name: label.member,
    value,
    page: page.number,
    box: aroundWords(used) ?? [0, 0, page.width, page.height],
    confidence: sure ? confidence : Math.min(confidence, UNSURE),
    source: page.source === 'text' ? 'text' : 'ocr',
  };
};

const NOTHING = /^[^\p{L}\p{N}₹]*$/u;

/** Leaves out signs around a value, and cells after the first for free text. */
const trim = (words: readonly Word[], form: ValueForm): readonly Word[] => {
  const first = words.findIndex(({ text }) => !NOTHING.test(text));
  if (first < 0) return [];
  const rest = words.slice(first);
  const gap = rest.findIndex(({ apart }, at) => at > 0 && apart);
  const cell = gap < 0 || isStrict(form) ? rest : rest.slice(0, gap);
  const last = cell.findLastIndex(({ text }) => !NOTHING.test(text));
  return cell.slice(0, last + 1);
};

/** Maximum gap in which a word may have been lost, as a multiple of the writing's height. */
const LOST = 8;

/** Returns whether words that belong to no other label follow a free text after a gap, in which a word may have been lost. */
const isCut = (words: readonly Word[], used: readonly Word[]): boolean => {
  const last = used.at(-1)!;
  const next = words.slice(words.indexOf(last) + 1).find(({ text }) => !NOTHING.test(text));
  return next !== undefined && next.at[0] - last.at[2] < LOST * (last.at[3] - last.at[1]);
};

const valueIn = (
  words: readonly Word[],
  form: ValueForm,
  source: PageRead['source'],
): { readonly value: string; readonly used: readonly Word[]; readonly sure: boolean } => {
  const pattern = patternOf(form, source);
  if (pattern === undefined) return { value: cleaned(words), used: words, sure: true };
  const text = words.map((word) => word.text).join(' ');
  const match = pattern.exec(text);
  if (match === null) {
    const gap = words.findIndex(({ apart }, at) => at > 0 && apart);
    const used = gap < 0 ? words : words.slice(0, gap);
    return { value: cleaned(used), used, sure: false };
  }
  let at = 0;
  const used = words.filter((word) => {
    const [start, end] = [at, at + word.text.length];
    at = end + 1;
    return start < match.index + match[0].length && end > match.index;
  });
  const next = words[words.indexOf(used.at(-1)!) + 1];
  const rest = next?.apart === true ? '' : text.slice(match.index + match[0].length);
  return {
    value: valueFrom(match[0], form, source),
    used,
    sure: form !== 'money' || isWholeSum(match[0], rest),
  };
};

const cleaned = (words: readonly Word[]): string =>
  textOf(words)
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s:|=_.-]+/u, '')
    .replace(/[\s:|=_,-]+$/u, '');

/** Returns the words below a label, from the next row that has any at its place. */
const below = (
  rows: readonly Row[],
  labels: readonly (readonly FoundLabel[])[],
  at: number,
  found: FoundLabel,
): readonly Word[] => {
  const row = rows[at]!;
  const words = row.slice(found.start, found.end);
  const first = words[0]!;
  const height = first.at[3] - first.at[1];
  // The next cell's value may begin a little before its label.
  const right = (row[found.end]?.at[0] ?? Infinity) - height / 2;
  for (let next = at + 1; next < Math.min(rows.length, at + 3); next++) {
    const under = rows[next]!.filter(
      (word) => word.box !== null && word.at[0] < right && word.at[2] > first.at[0] - height,
    );
    const start = under[0];
    if (start === undefined) continue;
    const near =
      start.at[1] - first.at[3] <= BELOW * height && Math.abs(start.at[0] - first.at[0]) <= 3 * height;
    const labelled = labels[next]!.some((label) =>
      rows[next]!.slice(label.start, label.end).some((word) => under.includes(word)),
    );
    return near && !labelled ? under : [];
  }
  return [];
};

/** Returns a member without a value if a word of the cell to the left runs into the place below the label. */
const runTogether = ({ page, label, words }: Place, row: Row | undefined): ReadMember | undefined => {
  const [first, own] = [words[0]!, aroundWords(words)];
  const height = first.at[3] - first.at[1];
  const word = row?.find(({ at }) => at[0] < first.at[0] - height && at[2] > first.at[0] + height);
  if (own === undefined || !word?.box || word.at[1] - first.at[3] > BELOW * height || page.source === 'text')
    return undefined;
  return { name: label.member, value: '', page: page.number, box: word.box, confidence: 0, source: 'ocr' };
};

/** Returns a member without a value if there is unread ink in the place of the value. */
const inkBeside = ({ page, label, words }: Place, next: Word | undefined): ReadMember | undefined => {
  const own = aroundWords(words);
  if (own === undefined) return undefined;
  const height = own[3] - own[1];
  const right = next?.box?.[0] ?? page.width;
  const area: Box = [own[2], own[1] - height / 2, Math.max(right, own[2]), own[3] + height / 2];
  const hand = page.handwriting.find((box) => meets(box, area));
  const box = hand ?? page.unreadAreas.find((unread) => meets(unread, area));
  if (box === undefined) return undefined;
  return {
    name: label.member,
    value: '',
    page: page.number,
    box,
    confidence: 0,
    source: hand === undefined ? 'ocr' : 'handwriting',
  };
};

const meets = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
