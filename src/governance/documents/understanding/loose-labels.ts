/** Finds values that neither a gap nor a sign separates from their label: `Date of Admission 23.06.2026`, `Discharge...21/02/2026`. */
import type { PageRead, ReadMember } from '../read-document.ts';
import { type Label, LABELS } from './labels.ts';
import { aroundWords, type Row, type Word } from './layout.ts';
import { isStrict, PATTERNS } from './values.ts';

/** Minimum length of a label of one word. Shorter ones are parts of other words' values. */
const LONG = 8;
/** Highest confidence of free text after such a label, because it may be a sentence that goes on. */
const MAYBE_PROSE = 0.4;

const isLong = (phrase: string): boolean => phrase.includes(' ') || phrase.length >= LONG;
const PHRASES = [...LABELS].filter(([phrase]) => isLong(phrase)).toSorted(([a], [b]) => b.length - a.length);
const BY_PHRASE: ReadonlyMap<string, Label> = new Map(PHRASES);
const BETWEEN = String.raw`[^\p{L}\p{M}\p{N}]{1,4}`;
const LABELLED = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?<phrase>${PHRASES.map(([phrase]) => phrase.replaceAll(' ', BETWEEN)).join('|')})(?![\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}₹]{0,12}`,
  'giu',
);

/** @param known names of the members that the page's clear labels have */
export const looseFields = (
  page: PageRead,
  rows: readonly Row[],
  known: ReadonlySet<string>,
): readonly ReadMember[] =>
  rows.flatMap((row) => {
    const text = row.map((word) => word.text).join(' ');
    return [...text.matchAll(LABELLED)].flatMap((match) => {
      const phrase = match.groups!['phrase']!.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
      const label = BY_PHRASE.get(phrase);
      if (label === undefined || known.has(label.member)) return [];
      const span = valueAt(text, match.index + match[0].length, label);
      if (span === undefined) return [];
      const used = wordsIn(row, span);
      const opens =
        text
          .slice(0, match.index)
          .split(' ')
          .filter((word) => /\p{L}{2}/u.test(word)).length === 0;
      if (used.length === 0 || (!isStrict(label.form) && (!opens || !phrase.includes(' ')))) return [];
      const confidence = Math.min(...used.map((word) => word.confidence));
      return [
        {
          name: label.member,
          value: text.slice(span.start, span.end).trim(),
          page: page.number,
          box: aroundWords(used) ?? [0, 0, page.width, page.height],
          confidence: isStrict(label.form) ? confidence : Math.min(confidence, MAYBE_PROSE),
          source: page.source === 'text' ? ('text' as const) : ('ocr' as const),
        },
      ];
    });
  });

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns where the value stands that begins at an index; for free text, the rest of the row. */
const valueAt = (text: string, at: number, { form }: Label): Range | undefined => {
  const pattern = PATTERNS[form];
  if (pattern === undefined)
    return /\p{L}/u.test(text.slice(at)) ? { start: at, end: text.length } : undefined;
  const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
  sticky.lastIndex = at;
  const match = sticky.exec(text);
  return match === null ? undefined : { start: at, end: at + match[0].length };
};

const wordsIn = (row: Row, { start, end }: Range): readonly Word[] => {
  let at = 0;
  return row.filter((word) => {
    const from = at;
    at += word.text.length + 1;
    return from < end && from + word.text.length > start;
  });
};
