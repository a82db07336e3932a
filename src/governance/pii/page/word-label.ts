/** Finds the meaning of a word in its context: beside a slash, in a tag, after another word, spaced out. */
import { HASH_START, hashOf, hashStep, isTag, LABEL, labelOf, pairLabel, type Label } from './labels.ts';
import type { Page } from './groups.ts';
import { namesLine, namesMobile } from './signature.ts';
import { KIND, KINDS } from './units.ts';

const TEXT = hashOf('text');
const TO = hashOf('to');

/** Names of functions that test a number: `check("4111…")` is not a cheque. */
const CALLS: ReadonlySet<number> = new Set(['check', 'valid'].map((word) => hashOf(word)));

/**
 * Returns the label of the single letter at `at`. If it ends "a/c" (account), "s/n" (serial number) or "w/a" (WhatsApp), labels
 * the whole abbreviation.
 */
const slashed = (codes: Uint16Array, at: number): Label => {
  const letter = codes[at]! | 32;
  const before = at > 1 && codes[at - 1] === 47 ? codes[at - 2]! | 32 : 0;
  if (before === 97 && letter === 99) return LABEL.account;
  if (before === 115 && letter === 110) return LABEL.other;
  if (before === 119 && letter === 97) return LABEL.phone;
  return labelOf(hashStep(HASH_START, letter));
};

/**
 * Returns whether a single letter directly before a short run of digits marks a location: "M41.22" in a drawing, "C4" on a
 * door.
 */
const namesPlace = (codes: Uint16Array, at: number, length: number): boolean => {
  let end = at + 1;
  while (end < length && end < at + 11 && KINDS[codes[end]!] === KIND.digit) end++;
  return end > at + 1 && end < at + 11;
};

/** Returns whether a member name that ends at unit `end` precedes a string: {"to": "9185…"} is a message's recipient. */
const namesString = (codes: Uint16Array, end: number): boolean =>
  codes[end] === 34 && codes[end + 1] === 58 && codes[codes[end + 2] === 32 ? end + 3 : end + 2] === 34;

/** Returns the meaning of the word `[start, end)` in its context. */
export const labelIn = (page: Page, start: number, end: number, hash: number, script: boolean): Label => {
  const { codes } = page;
  const before = start > 0 ? codes[start - 1]! : 32;
  if (!script && KINDS[before] === KIND.digit) return LABEL.unknown;
  if (!script && end - start === 1) {
    if (!namesPlace(codes, start, page.length))
      return namesLine(codes, start, end, hash) ? LABEL.phone : slashed(codes, start);
    // The second part of our mask "XXXXX X3210" is not a word.
    const mask = page.wordLabel.length - 1;
    const follows = mask >= 0 && page.wordLabel[mask] === LABEL.masked && page.wordEnd[mask] === start - 1;
    return codes[start] === 88 && follows ? LABEL.masked : LABEL.unknown;
  }
  if ((before === 60 || (before === 47 && codes[start - 2] === 60)) && isTag(hash)) return LABEL.filler;
  if (namesMobile(codes, end, hash)) return LABEL.phone;
  const label = labelOf(hash);
  if (codes[end] === 40 && CALLS.has(hash)) return LABEL.filler;
  const last = page.wordLabel.length - 1;
  if (last >= 0 && start - page.wordEnd[last]! <= 2) {
    const pair = pairLabel(page.wordHash[last]!, hash);
    if (pair !== undefined) {
      page.wordLabel[last] = LABEL.filler;
      return pair;
    }
  }
  if (label === LABEL.unknown) return namesLine(codes, start, end, hash) ? LABEL.phone : label;
  if (hash === TO && before === 34 && namesString(codes, end)) return LABEL.phone;
  // Before a number, "text" is a verb; between quotes, it is a kind of field.
  return hash === TEXT && (before === 34 || before === 39) ? LABEL.slot : label;
};

/** Maximum number of letters in a spaced-out word, and maximum number of units between two of them. */
const MOST_LETTERS = 8;
const LETTER_GAP = 2;

/** Returns whether only a space, a full stop or both are between the letter at `one` and the one at `other`. */
const isSpaced = (codes: Uint16Array, one: number, other: number): boolean => {
  if (other - one < 2 || other - one > LETTER_GAP + 1) return false;
  for (let at = one + 1; at < other; at++) if (codes[at] !== 32 && codes[at] !== 46) return false;
  return true;
};

/** Returns the meaning of the spaced-out word that ends with the letter at unit `start`: "P A N", "P.A.N.", "S R". */
export const spacedLabel = (page: Page, start: number): Label => {
  const { codes, wordStart, wordEnd } = page;
  let first = wordStart.length;
  let next = start;
  while (first > 0 && wordStart.length - first < MOST_LETTERS) {
    const at = wordStart[first - 1]!;
    if (wordEnd[first - 1]! - at !== 1 || !isSpaced(codes, at, next)) break;
    next = at;
    first--;
  }
  if (first === wordStart.length) return LABEL.unknown;
  let hash = HASH_START;
  for (let nth = first; nth < wordStart.length; nth++) hash = hashStep(hash, codes[wordStart[nth]!]! | 32);
  const label = labelOf(hashStep(hash, codes[start]! | 32));
  return isSpacedOut(label) ? label : LABEL.unknown;
};

/** Returns whether this label is one that forms space out or people spell letter by letter. */
const isSpacedOut = (label: Label): boolean =>
  (label >= LABEL.aadhaar && label <= LABEL.email) || label === LABEL.other;
