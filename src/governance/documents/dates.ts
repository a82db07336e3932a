import { formatDay, parseDay } from '../dates.ts';
import { type DateKind, kindsInColumns, kindOf } from './date-labels.ts';
import type { Source, Span } from './source.ts';

export interface FoundDate extends Span {
  readonly kind: DateKind;
  /** The day as `2026-11-03`. */
  readonly value: string;
  readonly confidence: number;
}

const MONTHS: readonly (readonly [name: string, spellings: readonly string[]])[] = [
  ['january', ['जनवरी']],
  ['february', ['फरवरी', 'फरवारी']],
  ['march', ['मार्च']],
  ['april', ['अप्रैल']],
  ['may', ['मई']],
  ['june', ['जून']],
  ['july', ['जुलाई']],
  ['august', ['अगस्त']],
  ['september', ['सितंबर', 'सितम्बर']],
  ['october', ['अक्टूबर', 'अक्तूबर']],
  ['november', ['नवंबर', 'नवम्बर']],
  ['december', ['दिसंबर', 'दिसम्बर']],
];
const HINDI = new Map(MONTHS.flatMap(([name, all]) => all.map((spelling) => [spelling, name] as const)));
const NAMED = `(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?|${[...HINDI.keys()].join('|')}`;
const FORMS = new RegExp(
  `(?<![\\p{L}\\d/.,-])(?:\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}|\\d{1,2}([-/.])\\d{1,2}\\2(?:\\d{4}|\\d{2})|\\d{1,2}(?:st|nd|rd|th)?[ /,-]{1,2}(?:${NAMED})[ /,-]{1,3}(?:\\d{4}|\\d{2})|(?:${NAMED}) \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})(?![\\p{L}\\d%]|[-/.,]\\d)`,
  'giu',
);

/** Two-digit years of birth from this one on are in the 1900s, because nobody was born in a future year. */
const LAST_OF_THE_CENTURY = 30;

const valueOf = (raw: string, kind: DateKind): { value: string; sure: boolean } | undefined => {
  let text = raw.toLowerCase();
  for (const [spelling, name] of HINDI) text = text.replace(spelling, name);
  const short = /(?<!\d)(\d{2})$/.exec(text);
  const isShort = short !== null && !/^\d{4}/.test(text);
  if (isShort && kind === 'date_of_birth' && Number(short[1]) >= LAST_OF_THE_CENTURY)
    text = `${text.slice(0, -2)}19${short[1]}`;
  const day = parseDay(text);
  return day === undefined ? undefined : { value: formatDay(day), sure: !isShort };
};

const YEAR_OF_BIRTH = /(?:year of birth|\byob\b|जन्म वर्ष)[^\d\n]{0,12}(?<year>(?:19|20)\d{2})(?![\d/-])/giu;

/** Finds the dates in order, reading them day-first as in India, and determines the kind of each. */
export const findDates = (source: Source): readonly FoundDate[] => {
  const found: FoundDate[] = [];
  const matches = [...source.plain.matchAll(FORMS)];
  const columns = kindsInColumns(source.plain, matches);
  for (const match of matches) {
    const kind = columns.get(match.index) ?? kindOf(source.plain, match.index);
    const read = valueOf(match[0], kind);
    if (read === undefined) continue;
    const sureOfKind = kind === 'date' ? 0.8 : 0.95;
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      kind,
      value: read.value,
      confidence: read.sure ? sureOfKind : 0.6,
    });
  }
  return found;
};

/** Finds a year of birth that is given without a day, as on older Aadhaar cards. */
export const findYearOfBirth = ({ plain }: Source): (Span & { readonly value: string }) | undefined => {
  const match = plain.matchAll(YEAR_OF_BIRTH).next().value;
  const year = match?.groups?.['year'];
  if (match === undefined || year === undefined) return undefined;
  const end = match.index + match[0].length;
  return { start: end - year.length, end, value: year };
};
