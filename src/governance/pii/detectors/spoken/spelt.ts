/**
 * Finds a PAN that is spelt out in speech, with or without words such as "T for Tango": "O, G, T, P, Y, six nine seven four, S".
 */
import { panHolder } from '../../../identifiers/pan.ts';
import type { Candidate } from '../../candidate.ts';
import { labelBefore } from '../../label/context.ts';
import { hashOf, LABEL, SPOKEN } from '../../page/labels.ts';
import { KIND, KINDS, type Page } from '../../page/page.ts';

const LETTERS = 5;
const DIGITS = 4;
/** Maximum number of units between two characters, and from the first to the last. */
const MOST_GAP = 3;
const LONGEST = 160;

/** Separators between characters: tab, line break, space, ',', '-', '.', '…'. */
const PARTING: ReadonlySet<number> = new Set([9, 10, 32, 44, 45, 46, 0x2026]);

/** Words before a letter's meaning, as in "T for Tango" and "T as in Tango". */
const FOR: ReadonlySet<number> = new Set(['for', 'se'].map(hashOf));
const AS = hashOf('as');
const IN = hashOf('in');

/** Words that may come between the letters and the digits: "C, H, then one seven". */
const THEN: ReadonlySet<number> = new Set(
  ['then', 'and', 'after', 'phir', 'fir', 'aur', 'next', 'followed', 'by'].map(hashOf),
);
const MOST_THEN = 3;

/** A position in a spelling: the unit after the last character, and the next word. */
interface Place {
  at: number;
  word: number;
}

/** Moves past separators. Returns false if the next character is too far away. */
const part = ({ codes, length }: Page, place: Place): boolean => {
  const from = place.at;
  while (place.at < length && PARTING.has(codes[place.at]!)) if (++place.at - from > MOST_GAP) return false;
  return place.at < length;
};

/** Reads the single letter at the place, in capitals, or ''. */
const letterAt = (page: Page, place: Place): string => {
  const { codes, wordStart, wordEnd } = page;
  const nth = place.word;
  if (wordStart[nth] !== place.at || wordEnd[nth] !== place.at + 1) return '';
  const code = codes[place.at]!;
  if (KINDS[code] !== KIND.upper && KINDS[code] !== KIND.lower) return '';
  if (KINDS[codes[place.at + 1] ?? 32] === KIND.digit) return '';
  place.at++;
  place.word++;
  return String.fromCharCode(code & ~32);
};

/** Moves past "for Tango" and "as in Tango". */
const pastMeaning = ({ wordHash, wordStart, wordEnd }: Page, place: Place): void => {
  const nth = place.word;
  if (wordStart[nth] !== place.at + 1) return;
  const meaning = FOR.has(wordHash[nth]!)
    ? nth + 1
    : wordHash[nth] === AS && wordHash[nth + 1] === IN
      ? nth + 2
      : -1;
  if (meaning < 0 || meaning >= wordStart.length || wordStart[meaning]! - wordEnd[meaning - 1]! > 2) return;
  place.at = wordEnd[meaning]!;
  place.word = meaning + 1;
};

/**
 * Moves past "for Tango" after the last letter. The word must start with that letter, because "for" may introduce another
 * phrase.
 */
const pastLastMeaning = (page: Page, place: Place, letter: string): void => {
  const ahead = { ...place };
  pastMeaning(page, ahead);
  if (ahead.at === place.at || (page.codes[page.wordStart[ahead.word - 1]!]! & ~32) !== letter.charCodeAt(0))
    return;
  place.at = ahead.at;
  place.word = ahead.word;
};

/** Moves past "then" and "and then". */
const pastThen = (page: Page, place: Place): void => {
  const { wordHash, wordStart, wordEnd } = page;
  const ahead = { ...place };
  for (let count = 0; count < MOST_THEN && part(page, ahead); count++) {
    if (wordStart[ahead.word] !== ahead.at || !THEN.has(wordHash[ahead.word]!)) return;
    ahead.at = place.at = wordEnd[ahead.word]!;
    ahead.word = ++place.word;
  }
};

/** Reads the four digits at the place, in words or figures. */
const digitsAt = (page: Page, place: Place): { digits: string; words: number } => {
  const { codes, wordStart, wordEnd, wordHash, wordLabel } = page;
  let digits = '';
  let words = 0;
  let times = 1;
  while (digits.length < DIGITS && part(page, place)) {
    if (KINDS[codes[place.at]!] === KIND.digit) {
      digits += String.fromCharCode(codes[place.at++]!);
      continue;
    }
    const nth = place.word;
    const value = wordLabel[nth] === LABEL.spoken ? SPOKEN.get(wordHash[nth]!) : undefined;
    if (wordStart[nth] !== place.at || value === undefined) break;
    if (value === 'x2' || value === 'x3') times = Number(value[1]);
    else {
      if (value.length > 1) break;
      digits += value.repeat(times);
      times = 1;
    }
    words++;
    place.at = wordEnd[nth]!;
    place.word = nth + 1;
  }
  return { digits, words };
};

const panAt = (page: Page, nth: number): Candidate | null => {
  const start = page.wordStart[nth]!;
  if (start > 0 && KINDS[page.codes[start - 1]!] !== KIND.other) return null;
  const place: Place = { at: start, word: nth };
  let text = '';
  while (text.length < LETTERS) {
    const letter = letterAt(page, place);
    if (letter === '') return null;
    text += letter;
    pastMeaning(page, place);
    if (text.length < LETTERS && !part(page, place)) return null;
  }
  pastThen(page, place);
  const { digits, words } = digitsAt(page, place);
  pastThen(page, place);
  if (digits.length !== DIGITS || !part(page, place)) return null;
  const letter = letterAt(page, place);
  pastLastMeaning(page, place, letter);
  if (letter === '' || place.at - start > LONGEST || KINDS[page.codes[place.at] ?? 32] !== KIND.other)
    return null;
  const labelled = labelBefore(page, start, nth).label === LABEL.pan;
  if (!labelled && (words === 0 || panHolder(text + digits + letter) === undefined)) return null;
  return { type: 'pan', start, end: place.at, confidence: labelled ? 0.9 : 0.7 };
};

/** Returns a page's spelt PANs in ascending order. */
export const findSpelt = (page: Page): Candidate[] => {
  const found: Candidate[] = [];
  const { letters } = page;
  for (let nth = 0; nth + LETTERS < letters.length; nth++) {
    const word = letters[nth]!;
    if (page.wordStart[letters[nth + LETTERS]!]! - page.wordStart[word]! > LONGEST) continue;
    if (page.wordStart[letters[nth + 1]!]! - page.wordStart[word]! > LONGEST / LETTERS) continue;
    const candidate = panAt(page, word);
    if (candidate === null) continue;
    found.push(candidate);
    while (nth + 1 < letters.length && page.wordStart[letters[nth + 1]!]! < candidate.end) nth++;
  }
  return found;
};
