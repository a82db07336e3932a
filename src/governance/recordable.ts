import { clip } from './text/clip.ts';
import { type KnownValues, NOTHING_KNOWN } from './known.ts';
import { maskText } from './mask.ts';
import { read, sourceEnd, sourceStart } from './text/reading.ts';

/** A PAN inside a longer word, and one written in capitals with gaps. */
const PANS = [
  /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/gi,
  /(?<![A-Za-z\d])[A-Z]{3}[ABCFGHJLPT][A-Z][^A-Za-z\d]\d{4}[^A-Za-z\d]?[A-Z](?![A-Za-z\d])/g,
];

/**
 * An email address with gaps around its "@". The pattern matches only from the start of a word, so that a long word is read once
 * instead of once per letter.
 */
const SPACED_EMAIL = /(?<![^\s@])[^\s@]+(?: @ ?|@ )[^\s@]+/g;

/** Minimum number of digits to hide. The shortest number that identifies a person is a mobile phone number. */
const LONG = 10;

const isIpV4 = (groups: readonly string[], gap: string): boolean =>
  gap === '.' && groups.length === 4 && groups.every((group) => Number(group) <= 255);

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Hides numbers with ten or more digits. Groups of about the same length with the same separator between them, in which Aadhaar,
 * card and phone numbers are written, count as one number. Dates and numbered places have groups of different lengths.
 */
const findLongNumbers = (text: string): readonly Span[] => {
  const groups = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }));
  const found: Span[] = [];
  for (let first = 0; first < groups.length;) {
    const start = groups[first]!.index;
    const size = groups[first]!.digits.length;
    let end = start + size;
    let next = first + 1;
    let gap: string | undefined;
    for (; next < groups.length; next++) {
      const { digits, index } = groups[next]!;
      const between = text.slice(end, index);
      if (!/^[^\p{L}\p{N}]{1,3}$/u.test(between) || between !== (gap ??= between)) break;
      if (Math.abs(digits.length - size) > 1) break;
      end = index + digits.length;
    }
    const chain = groups.slice(first, next).map(({ digits }) => digits);
    if (chain.join('').length < LONG || isIpV4(chain, gap ?? '')) {
      first++;
      continue;
    }
    found.push({ start, end });
    first = next;
  }
  return found;
};

/** Finds all matches of a pattern. */
const findAll = (text: string, pattern: RegExp): readonly Span[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

/** Returns the scan's reading of the text, with single spaces, and each unit's position in the text. */
const readOnOneLine = (text: string): { readonly plain: string; readonly placeOf: (span: Span) => Span } => {
  const reading = read(text);
  const units: number[] = [];
  const codes: string[] = [];
  for (let at = 0; at < reading.length; at++) {
    const char = String.fromCharCode(reading.codes[at]!);
    const isBlank = /\s/.test(char);
    if (isBlank && codes.at(-1) === ' ') continue;
    codes.push(isBlank ? ' ' : char);
    units.push(at);
  }
  return {
    plain: codes.join(''),
    placeOf: ({ start, end }) => ({
      start: sourceStart(reading, units[start]!),
      end: sourceEnd(reading, units[end - 1]! + 1),
    }),
  };
};

/** Hides the text's letters and digits wherever its reading contains one of the spans. */
const hide = (text: string, find: (plain: string) => readonly Span[]): string => {
  const { plain, placeOf } = readOnOneLine(text);
  let out = '';
  let at = 0;
  for (const { start, end } of find(plain).map(placeOf)) {
    out += text.slice(at, start) + text.slice(start, end).replaceAll(/[\p{L}\p{N}]\p{M}*/gu, 'X');
    at = end;
  }
  return out + text.slice(at);
};

/** Characters that only change the writing direction, which could make a record misleading. */
const DIRECTIONS = /[\p{Bidi_Control}\ufeff]/gu;

/**
 * Prepares a caller's text for records and the ledger. Masks identifiers, and also text that no scan rule matches but that may
 * still identify a person: mistyped numbers, numbers in unusual groups, identifiers joined to other characters. The rest is
 * kept as it was written, on one line.
 * @param known identifiers found elsewhere in the same record
 */
export const recordable = (text: string, maxLength = 120, known: KnownValues = NOTHING_KNOWN): string => {
  // Line breaks are removed first, because otherwise a number split over two lines would be joined only after the search for
  // numbers.
  const line = text
    .replaceAll(/\p{Cc}/gu, (char) => (/[\s\u0085]/.test(char) ? ' ' : ''))
    .replaceAll(DIRECTIONS, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  let kept = hide(maskText(line, known), findLongNumbers);
  for (const pattern of [SPACED_EMAIL, ...PANS]) kept = hide(kept, (plain) => findAll(plain, pattern));
  return clip(kept, maxLength).toWellFormed();
};
