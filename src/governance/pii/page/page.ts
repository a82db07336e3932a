/**
 * Finds the text's digit runs, words and at signs in one pass. Every detector starts from one of these, so this pass is the
 * only cost for text without digits or at signs.
 */
import { read, type Reading } from '../../text/reading.ts';
import { HASH_START, hashOf, hashStep, LABEL, type Label } from './labels.ts';
import { KIND, KINDS } from './units.ts';
import { labelIn, spacedLabel } from './word-label.ts';

export { KIND, KINDS };

/** Separators between two digit runs. `none` means that there is more than a separator between them. */
export const SEP = {
  none: 0,
  space: 1,
  spaces: 2,
  hyphen: 3,
  dot: 4,
  dash: 5,
  line: 6,
  colon: 7,
  open: 8,
  close: 9,
  plus: 10,
} as const;
export type Sep = (typeof SEP)[keyof typeof SEP];

/** Parallel arrays; group i is the digit run `codes[start, end)`, and `word` is the number of words that start before it. */
export interface Page {
  readonly reading: Reading;
  readonly codes: Uint16Array;
  readonly length: number;
  readonly groupStart: number[];
  readonly groupEnd: number[];
  readonly groupSep: Sep[];
  readonly groupWord: number[];
  readonly wordStart: number[];
  readonly wordEnd: number[];
  readonly wordLabel: Label[];
  readonly wordHash: number[];
  readonly atSigns: number[];
  readonly atWord: number[];
  readonly atGroup: number[];
  /** Indices of labels for loose values, spoken digits, spoken at signs, and single letters. */
  readonly labels: number[];
  readonly spoken: number[];
  readonly ats: number[];
  readonly letters: number[];
  /** Alternating starts and ends of the addresses, whether or not they are masked. */
  readonly addresses: number[];
  /** Values that higher modules compute on first use (`once.ts`). */
  readonly computed: (object | undefined)[];
}

/** Spoken forms of the at sign. */
const ATS: ReadonlySet<number> = new Set(['at', 'एट', 'ऐट'].map((word) => hashOf(word)));

/** Single-unit separators. A tab is not one, because digits in two cells are two numbers. */
export const ONE: Readonly<Record<number, Sep>> = {
  10: SEP.line,
  13: SEP.line,
  32: SEP.space,
  40: SEP.open,
  41: SEP.close,
  43: SEP.plus,
  45: SEP.hyphen,
  46: SEP.dot,
  58: SEP.colon,
};

/** Returns the separator in `codes[from, to)`, which has at most five units. */
const separator = (codes: Uint16Array, from: number, to: number): Sep => {
  const length = to - from;
  if (length === 1) return ONE[codes[from]!] ?? SEP.none;
  if (length > 5) return SEP.none;
  let spaces = 0;
  let hyphens = 0;
  let lines = 0;
  let closes = 0;
  let opens = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at]!;
    if (code === 32) spaces++;
    else if (code === 45) hyphens++;
    else if (code === 13 && codes[at + 1] === 10) continue;
    else if (code === 10 || code === 13) lines++;
    else if (code === 41) closes++;
    else if (code === 40) opens++;
    else return SEP.none;
  }
  if (lines > 1 || hyphens > 1 || closes > 1 || opens > 1 || (closes > 0 && opens > 0)) return SEP.none;
  if (lines === 1) return closes + opens > 0 ? SEP.none : SEP.line;
  if (closes === 1) return SEP.close;
  if (opens === 1) return SEP.open;
  if (hyphens === 1) return SEP.dash;
  return spaces <= 3 ? SEP.spaces : SEP.none;
};

/** Returns whether a character may precede the at sign of an address: a letter, a digit, '-', '_', '+', or the '*' of a mask. */
const endsName = (code: number): boolean =>
  (KINDS[code]! >= KIND.digit && code !== 64) ||
  code === 42 ||
  code === 43 ||
  code === 45 ||
  code === 46 ||
  code === 95;

/** Returns whether a space comes before the at sign and a domain comes after it: "asha @gmail.com", "asha @ gmail.com". */
const isLoose = ({ codes }: Page, at: number): boolean =>
  codes[at - 1] === 32 &&
  KINDS[codes[at - 2] ?? 32]! >= KIND.digit &&
  KINDS[codes[codes[at + 1] === 32 ? at + 2 : at + 1] ?? 32] === KIND.lower;

/**
 * Adds the word that starts at unit `start` and returns its end. "panNumber" is two words, and so is "आधारXXXX". A word directly
 * after a digit is part of an identifier and has no meaning by itself.
 */
const addWord = (page: Page, start: number): number => {
  const { codes, length } = page;
  const script = KINDS[codes[start]!] === KIND.script;
  let hash = HASH_START;
  let masked = false;
  let at = start;
  for (; at < length; at++) {
    const code = codes[at]!;
    const kind = KINDS[code]!;
    if (kind === KIND.lower) {
      if (script) break;
      hash = hashStep(hash, code);
    } else if (kind === KIND.upper) {
      if (script || (at > start && KINDS[codes[at - 1]!] === KIND.lower)) break;
      hash = hashStep(hash, code + 32);
      if (code === 88 && at - start > 1 && codes[at - 1] === 88 && codes[at - 2] === 88) masked = true;
    } else if (kind === (script ? KIND.script : KIND.latin)) hash = hashStep(hash, code);
    else break;
  }
  let label = masked ? LABEL.masked : labelIn(page, start, at, hash, script);
  if (at - start === 1 && label === LABEL.unknown && !script) label = spacedLabel(page, start);
  const nth = page.wordHash.length;
  if (label !== LABEL.unknown) {
    if (label <= LABEL.phone || label === LABEL.ifsc) page.labels.push(nth);
    else if (label === LABEL.spoken) page.spoken.push(nth);
  }
  if (at - start === 1) page.letters.push(nth);
  else if (at - start < 4 && (script || (at - start === 2 && label === LABEL.filler)) && ATS.has(hash))
    page.ats.push(nth);
  page.wordHash.push(hash);
  page.wordStart.push(start);
  page.wordEnd.push(at);
  page.wordLabel.push(label);
  return at;
};

/** Splits `text` into a page. Takes time linear in its length. */
export const paginate = (text: string): Page => {
  const reading = read(text);
  const { codes, length } = reading;
  const page: Page = {
    reading,
    codes,
    length,
    groupStart: [],
    groupEnd: [],
    groupSep: [],
    groupWord: [],
    wordStart: [],
    wordEnd: [],
    wordLabel: [],
    wordHash: [],
    atSigns: [],
    atWord: [],
    atGroup: [],
    labels: [],
    spoken: [],
    ats: [],
    letters: [],
    addresses: [],
    computed: [],
  };
  let lastEnd = -9;
  for (let at = 0; at < length;) {
    const kind = KINDS[codes[at]!]!;
    if (kind === KIND.other) at++;
    else if (kind === KIND.digit) {
      let end = at + 1;
      while (end < length && KINDS[codes[end]!] === KIND.digit) end++;
      page.groupStart.push(at);
      page.groupEnd.push(end);
      page.groupSep.push(lastEnd < 0 ? SEP.none : separator(codes, lastEnd, at));
      page.groupWord.push(page.wordStart.length);
      lastEnd = at = end;
    } else if (kind === KIND.at) {
      if (at > 0 && (endsName(codes[at - 1]!) || isLoose(page, at))) {
        page.atSigns.push(at);
        page.atWord.push(page.wordStart.length);
        page.atGroup.push(page.groupStart.length);
      }
      at++;
    } else {
      at = addWord(page, at);
    }
  }
  return page;
};
