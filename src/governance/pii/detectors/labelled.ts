/**
 * Functions shared by the voter ID, passport, driving licence and vehicle number detectors. These numbers consist of letters and
 * digits in a fixed shape, sometimes with gaps, and only a label or a known prefix distinguishes them from others.
 */
import type { Page } from '../page/page.ts';
import { isAlnum } from '../shapes.ts';

/** Up to `limit` letters and digits in upper case, collected from unit `start` while skipping single separators. */
export interface Token {
  readonly text: string;
  /** `ends[n]` is the unit after character n. */
  readonly ends: readonly number[];
}

export const tokenAt = (page: Page, start: number, limit: number): Token => {
  let text = '';
  const ends: number[] = [];
  let gaps = 0;
  for (let at = start; at < page.length && text.length < limit; at++) {
    const code = page.codes[at]!;
    if (isAlnum(code)) {
      gaps = 0;
      text += String.fromCharCode(code >= 97 && code <= 122 ? code - 32 : code);
      ends.push(at + 1);
    } else if ((code !== 32 && code !== 45 && code !== 47) || ++gaps > 1) break;
  }
  return { text, ends };
};

/** Returns whether no letter or digit is directly before or after the range. */
export const bounded = (page: Page, start: number, end: number): boolean =>
  (start === 0 || !isAlnum(page.codes[start - 1]!)) && (end >= page.length || !isAlnum(page.codes[end]!));

/** Returns how many words end at or before unit `at`. `word` is the number of words that start before a later position. */
export const wordsUpTo = (page: Page, word: number, at: number): number => {
  let count = word;
  while (count > 0 && page.wordEnd[count - 1]! > at) count--;
  return count;
};
