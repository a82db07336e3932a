/** Finds values that neither a gap nor a sign separates from their label: `Date of Admission 23.06.2026`, `Discharge...21/02/2026`. */
import type { PageRead, ReadMember } from '../read-document.ts';
import { type Label, LABELS } from './labels.ts';
import { aroundWords, type Row, type Word } from './layout.ts';
import { isStrict, isWholeSum, patternOf, valueFrom, type ValueForm } from './values.ts';

/** Minimum length of a label of one word. Shorter ones are parts of other words' values. */
const LONG = 8;
/** Highest confidence of a value that may be a part of a sentence. */
const MAYBE_PROSE = 0.4;
/** Forms that are rare in sentences. Sums, ages and codes may be any number: `Bill no 1 of 3`. */
const DISTINCT: ReadonlySet<ValueForm> = new Set(['date', 'pan', 'ifsc', 'aadhaar', 'account', 'phone']);

const isLong = (phrase: string): boolean => phrase.includes(' ') || phrase.length >= LONG;
const PHRASES = [...LABELS].filter(([phrase]) => isLong(phrase)).toSorted(([a], [b]) => b.length - a.length);
const BY_PHRASE: ReadonlyMap<string, Label> = new Map(PHRASES);
const BETWEEN = String.raw`[^\p{L}\p{M}\p{N}]{1,4}`;
const LABELLED = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?<phrase>${PHRASES.map(([phrase]) => phrase.replaceAll(' ', BETWEEN)).join('|')})(?![\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}₹]{0,12}`,
  'giu',
);

/** @param known names of the members that are known from clearer places of the document */
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
      const span = valueAt(text, match.index + match[0].length, label, page);
      if (span === undefined) return [];
      const used = wordsIn(row, span);
      const opens = !/\p{L}{2}/u.test(text.slice(0, match.index));
      if (used.length === 0 || (!isStrict(label.form) && (!opens || !phrase.includes(' ')))) return [];
      const found = text.slice(span.start, span.end);
      const next = row[row.indexOf(used.at(-1)!) + 1];
      const rest = next?.apart === true ? '' : text.slice(span.end);
      if (isCount(found, rest) || (DISTINCT.has(label.form) && !/\p{N}/u.test(found))) return [];
      const isSure =
        (label.form === 'money'
          ? isOwnSum(before(row, match.index), found, rest)
          : DISTINCT.has(label.form)) && !/^\p{Ll}/u.test(match[0]);
      const confidence = Math.min(...used.map((word) => word.confidence));
      return [
        {
          name: label.member,
          value: valueFrom(found, label.form, page.source),
          page: page.number,
          box: aroundWords(used) ?? [0, 0, page.width, page.height],
          confidence: isSure ? confidence : Math.min(confidence, MAYBE_PROSE),
          source: page.source === 'text' ? ('text' as const) : ('ocr' as const),
        },
      ];
    });
  });

/** Returns members with those that may be parts of sentences last, because the first one of a name counts. */
export const surestFirst = (members: readonly ReadMember[]): readonly ReadMember[] => [
  ...members.filter(({ confidence }) => confidence > MAYBE_PROSE),
  ...members.filter(({ confidence }) => confidence <= MAYBE_PROSE),
];

/** Returns whether a short number belongs to the word or percent sign after it: `30 days`, `1% of the sum insured`. */
const isCount = (found: string, rest: string): boolean =>
  /^\p{N}{1,3}$/u.test(found.trim()) && /^ ?(?:%|\p{L})/u.test(rest);

/** Returns whether a sum has a currency or paise, is whole, and fills its cell together with its label. */
const isOwnSum = (lead: string, found: string, rest: string): boolean =>
  !/\p{L}{2}/u.test(lead) &&
  /^(?:₹|rs|inr|रु)|\.\p{N}{2}/iu.test(found) &&
  isWholeSum(found, rest) &&
  /^(?: only)?\W*$/iu.test(rest);

/** Returns the text of a cell before an index of its row's text. */
const before = (row: Row, index: number): string => {
  let text = '';
  for (const word of row) {
    if (text.length > index) break;
    text = `${word.apart ? ' '.repeat(text.length) : text}${word.text} `;
  }
  return text.slice(0, index);
};

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the place of the value that begins at an index; for free text, the rest of the row. */
const valueAt = (text: string, at: number, { form }: Label, { source }: PageRead): Range | undefined => {
  const pattern = patternOf(form, source);
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
