import { maskText } from './mask.ts';
import { normalise } from './text.ts';

/** A PAN inside a longer word, and one written in capitals with gaps. */
const PANS = [
  /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/gi,
  /(?<![A-Za-z\d])[A-Z]{3}[ABCFGHJLPT][A-Z][^A-Za-z\d]\d{4}[^A-Za-z\d]?[A-Z](?![A-Za-z\d])/g,
];

/**
 * An address of mail with gaps around its "@". It may only begin where a word does: tried at each character of a long
 * word, it would take quadratic time.
 */
const SPACED_EMAIL = /(?<![^\s@])[^\s@]+(?: @ ?|@ )[^\s@]+/g;

/** Digits of the shortest number that points at a person: a mobile phone. */
const LONG = 10;

const hidden = (found: string): string => found.replaceAll(/[\p{L}\p{N}]/gu, 'X');

const isIpV4 = (groups: readonly string[], gap: string): boolean =>
  gap === '.' && groups.length === 4 && groups.every((group) => Number(group) <= 255);

/**
 * Numbers of ten or more digits, also in groups of like length with one and the same gap between them, as Aadhaar, card
 * and phone numbers are written. Dates and numbered places have groups of unlike length.
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
 * A caller's text as records and ledger may keep it: identifiers masked, and besides what no rule of the scan claims but
 * still points at its owner: mistyped numbers, numbers in odd groups, identifiers glued to other characters.
 */
export const recordable = (text: string, maxLength = 120): string => {
  // Line breaks go first: a number that was split over two lines must not be joined after the look for numbers.
  const plain = normalise(text).replaceAll(/\s+/g, ' ').trim();
  let kept = hideLongNumbers(maskText(plain)).replaceAll(SPACED_EMAIL, hidden);
  for (const pan of PANS) kept = kept.replaceAll(pan, hidden);
  return kept.slice(0, maxLength).toWellFormed();
};
