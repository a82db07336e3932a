import { clip } from './bounded-text.ts';
import { maskText } from './mask.ts';
import type { KnownValues } from './repeats.ts';
import { normalise } from './text.ts';

/** A PAN inside a longer word, and one written in capitals with gaps. */
const PANS = [
  /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/gi,
  /(?<![A-Za-z\d])[A-Z]{3}[ABCFGHJLPT][A-Z][^A-Za-z\d]\d{4}[^A-Za-z\d]?[A-Z](?![A-Za-z\d])/g,
];

/**
 * A mail address with gaps around its "@". The pattern starts at the beginning of a word, so a long word is read once and not
 * from each letter.
 */
const SPACED_EMAIL = /(?<![^\s@])[^\s@]+(?: @ ?|@ )[^\s@]+/g;

/** Digits of the shortest number that identifies a person: a mobile phone. */
const LONG = 10;

const hidden = (found: string): string => found.replaceAll(/[\p{L}\p{N}]/gu, 'X');

const isIpV4 = (groups: readonly string[], gap: string): boolean =>
  gap === '.' && groups.length === 4 && groups.every((group) => Number(group) <= 255);

/**
 * Hides numbers of ten or more digits, including groups of equal length with one and the same gap between them, as Aadhaar, card
 * and phone numbers are written. Dates and numbered places have groups of different lengths.
 */
const hideLongNumbers = (text: string): string => {
  const groups = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }));
  let out = '';
  let at = 0;
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
    out += text.slice(at, start) + hidden(text.slice(start, end));
    at = end;
    first = next;
  }
  return out + text.slice(at);
};

/**
 * Prepares a caller's text for records and the ledger. Masks identifiers, and also what no rule of the scan matches but what may
 * still identify a person: mistyped numbers, numbers in odd groups, identifiers glued to other characters.
 * @param known identifiers that were found in other texts of the same record
 */
export const recordable = (text: string, maxLength = 120, known: KnownValues = []): string => {
  // Line breaks are removed first, because a number split over two lines must not be joined after the search for numbers.
  const plain = normalise(text).replaceAll(/\s+/g, ' ').trim();
  let kept = hideLongNumbers(maskText(plain, known)).replaceAll(SPACED_EMAIL, hidden);
  for (const pan of PANS) kept = kept.replaceAll(pan, hidden);
  return clip(kept, maxLength).toWellFormed();
};
