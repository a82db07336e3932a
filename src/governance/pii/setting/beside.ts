/** Weighs the words beside a number and the other words on its line. */
import { hashOf, LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isDigit } from '../page/units.ts';
import { lastUpTo } from '../structure/cells.ts';
import { isWord, type Span } from './line.ts';
import {
  CITES,
  COPULAS,
  COUNTED,
  MACHINE,
  OF_PHONES,
  PEOPLE,
  ROLES,
  SPEECH,
  STATES,
  THINGS,
} from './words.ts';
import { AROUND } from './weights.ts';

/** Maximum number of units between a number and the word beside it. */
const BESIDE = 4;

const VOWELS: ReadonlySet<number> = new Set([...'AEIOUYaeiouy'].map((vowel) => vowel.charCodeAt(0)));

/** Returns whether a word looks like a name: at least three letters including a vowel, with only the first in upper case. */
const isName = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean => {
  const [start, end] = [wordStart[nth]!, wordEnd[nth]!];
  if (end - start < 3 || KINDS[codes[start]!] !== KIND.upper) return false;
  if (isWord(codes[start - 1]) || codes[start - 1] === 95 || codes[start - 1] === 46) return false;
  if (isWord(codes[end]) || codes[end] === 95) return false;
  let vowels = VOWELS.has(codes[start]!) ? 1 : 0;
  for (let at = start + 1; at < end; at++) {
    if (KINDS[codes[at]!] === KIND.upper) return false;
    if (VOWELS.has(codes[at]!) || KINDS[codes[at]!] === KIND.latin) vowels++;
  }
  return vowels > 0;
};

/** Returns whether a name and a slash precede unit `start`: "Kavita/98…". */
export const isNameSlash = (page: Page, start: number, word: number): boolean => {
  const nth = word - 1;
  if (nth < 0 || page.wordEnd[nth] !== start - 1 || !isName(page, nth)) return false;
  if (page.wordLabel[nth] !== LABEL.unknown || THINGS.has(page.wordHash[nth]!)) return false;
  const before = page.codes[page.wordStart[nth]! - 1];
  return before === undefined || before === 10 || before === 32;
};

/**
 * Returns whether a word consists of one to three capitals, or of four without a vowel, on a line that also has lower-case
 * letters.
 */
const isCode = (page: Page, nth: number, line: Span): boolean => {
  const { codes, wordStart, wordEnd } = page;
  const [start, end] = [wordStart[nth]!, wordEnd[nth]!];
  if (end - start > 4 || isWord(codes[start - 1]) || codes[start - 1] === 46) return false;
  let vowels = 0;
  for (let at = start; at < end; at++) {
    if (KINDS[codes[at]!] !== KIND.upper) return false;
    if ([65, 69, 73, 79, 85].includes(codes[at]!)) vowels++;
  }
  if (end - start === 4 && vowels > 0) return false;
  if (ROLES.has(page.wordHash[nth]!)) return false;
  // An initial after a name is part of the name.
  if (end - start === 1) return nth === 0 || !isName(page, nth - 1);
  for (let at = line.from; at < line.to; at++)
    if (KINDS[codes[at]!] === KIND.lower || (codes[at] === 88 && codes[at + 1] === 88)) return true;
  // On a line in capitals the word may be a short name, so it counts as a code only if it is the only word.
  return (nth === 0 || wordEnd[nth - 1]! < line.from) && (wordStart[nth + 1] ?? Infinity) >= line.to;
};

/**
 * Returns whether a word is two capitals that are a word of speech in small letters: "WO 88…" is a work order, and "wo 88…" is
 * Hindi for "that". On a line in capitals, that holds if all words are so short: "WO 88…, PO 45…".
 */
const isOrder = (page: Page, nth: number, line: Span): boolean => {
  const { codes, wordStart, wordEnd } = page;
  if (wordEnd[nth] !== wordStart[nth]! + 2 || page.wordLabel[nth] !== LABEL.unknown) return false;
  if (KINDS[codes[wordStart[nth]!]!] !== KIND.upper || KINDS[codes[wordStart[nth]! + 1]!] !== KIND.upper)
    return false;
  if (ROLES.has(page.wordHash[nth]!) || isWord(codes[wordStart[nth]! - 1])) return false;
  for (let at = line.from; at < line.to; at++) if (KINDS[codes[at]!] === KIND.lower) return true;
  for (let other = lastUpTo(wordStart, line.from - 1) + 1; wordStart[other]! < line.to; other++)
    if (wordEnd[other]! - wordStart[other]! > 3) return false;
  return true;
};

const BETWEEN: ReadonlySet<number> = new Set([9, 10, 13, 32, 34, 39, 40, 44, 45, 46, 47, 58, 91, 124]);

const FULL_STOP = 46;
const COMMA = 44;

const codeBetween = ({ codes }: Page, from: number, to: number, code: number): boolean => {
  for (let at = from; at < to; at++) if (codes[at] === code) return true;
  return false;
};

const hasComma = (page: Page, from: number, to: number): boolean => codeBetween(page, from, to, COMMA);

/** Returns whether `[from, to)` contains only light punctuation and at most one line break. */
const beside = ({ codes }: Page, from: number, to: number): boolean => {
  if (to - from > BESIDE) return false;
  let lines = 0;
  for (let at = from; at < to; at++) {
    if (!BETWEEN.has(codes[at]!)) return false;
    if (codes[at] === 10 && ++lines > 1) return false;
  }
  return true;
};

const isScript = (page: Page, nth: number): boolean =>
  KINDS[page.codes[page.wordStart[nth]!]!] === KIND.script;

const speaks = (page: Page, nth: number): boolean => SPEECH.has(page.wordHash[nth]!) || isScript(page, nth);

/** Labels that do not decide the kind of the number beside them. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([LABEL.unknown, LABEL.spoken, LABEL.filler]);

const isPerson = (page: Page, nth: number): boolean =>
  PEOPLE.has(page.wordHash[nth]!) || page.wordLabel[nth] === LABEL.party;

/** Returns whether a word is the last part of an identifier in a program: "offsetReset:", "last_seen=". */
const isKey = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean => {
  const before = codes[wordStart[nth]! - 1];
  const sign = codes[wordEnd[nth]!];
  return (
    (before === 95 || (before !== undefined && KINDS[before] === KIND.lower)) && (sign === 58 || sign === 61)
  );
};

const NOUN = /(?:ment|tion|sion|ance)$/;

/** Returns whether a capitalised word is a noun derived from a verb, not a name: "Endorsement 99…", "Intimation 88…". */
const isNoun = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean =>
  NOUN.test(String.fromCharCode(...codes.subarray(wordEnd[nth]! - 4, wordEnd[nth]))) &&
  wordEnd[nth]! - wordStart[nth]! > 6;

/** Returns whether a word is a JSON member's name: "camp": */
const isMember = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean =>
  codes[wordStart[nth]! - 1] === 34 &&
  codes[wordEnd[nth]!] === 34 &&
  codes[wordEnd[nth]! + 1] === 58 &&
  KINDS[codes[wordStart[nth]!]!] === KIND.lower;

/** Returns whether a word is the last part of a header's name: "X-Campaign: 77…". */
const isHeader = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean =>
  codes[wordEnd[nth]!] === 58 && codes[wordStart[nth]! - 1] === 45 && isWord(codes[wordStart[nth]! - 2]);

/** Returns whether a word is the "s" of "suspect's". */
const isGenitive = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean =>
  nth > 0 &&
  wordEnd[nth] === wordStart[nth]! + 1 &&
  codes[wordStart[nth]!] === 115 &&
  wordEnd[nth - 1] === wordStart[nth]! - 1;

/** Returns the weight of the word directly before the number. */
export const wordBefore = (page: Page, start: number, word: number, line: Span): number => {
  let nth = word - 1;
  while (nth >= 0 && page.wordEnd[nth]! > start) nth--;
  if (nth < 0 || !beside(page, page.wordEnd[nth]!, start)) return 0;
  if (page.wordLabel[nth] === LABEL.masked) return 0;
  if (page.wordLabel[nth] === LABEL.number) {
    // "suspect's number"
    const owner = isGenitive(page, nth - 1) ? nth - 2 : nth - 1;
    if (owner < 0 || page.wordStart[nth]! - page.wordEnd[owner]! > 3) return 0;
    // The last letter of a PAN, whether or not it is masked, is not an owner.
    if (page.wordLabel[owner] === LABEL.masked || isDigit(page.codes[page.wordStart[owner]! - 1])) return 0;
    if (isPerson(page, owner) || speaks(page, owner)) return AROUND.person;
    if (OF_PHONES.has(page.wordHash[owner]!)) return 0;
    if (THINGS.has(page.wordHash[owner]!)) return AROUND.thing;
    // "End. no. 88…": a word with a full stop is an abbreviation, not a name.
    if (isName(page, owner))
      return page.codes[page.wordEnd[owner]!] === FULL_STOP ? AROUND.numbered : AROUND.name;
    return page.wordLabel[owner] === LABEL.unknown ? AROUND.numbered : 0;
  }
  const hash = page.wordHash[nth]!;
  const label = page.wordLabel[nth]!;
  const parted = hasComma(page, page.wordEnd[nth]!, start);
  if (!parted && MACHINE.has(hash)) return AROUND.machineBeside;
  if (!parted && isOrder(page, nth, line)) return AROUND.code;
  if (isPerson(page, nth)) return AROUND.person;
  if (SAYS_NOTHING.has(label) && speaks(page, nth))
    return isScript(page, nth) ? AROUND.script : AROUND.person;
  if (!parted && THINGS.has(hash)) return AROUND.thing;
  if (!SAYS_NOTHING.has(label)) return 0;
  if (!parted && isCode(page, nth, line)) return AROUND.code;
  if (label === LABEL.filler) return 0;
  if (isHeader(page, nth)) return AROUND.thing;
  if (isMember(page, nth)) return AROUND.member;
  if (isNoun(page, nth)) return parted ? 0 : AROUND.numbered;
  if (isName(page, nth)) return AROUND.name;
  return isKey(page, nth) ? AROUND.key : 0;
};

/** Returns whether word `nth` states the status of a case. Up to three copulas may come first. */
export const hasState = (page: Page, nth: number): boolean => {
  let at = nth;
  while (at < nth + 3 && COPULAS.has(page.wordHash[at]!)) at++;
  return (
    at < page.wordStart.length &&
    STATES.has(page.wordHash[at]!) &&
    page.wordStart[at]! - page.wordEnd[nth]! < 24
  );
};

const CALL = hashOf('call');

/** Returns whether the number identifies a call in a call centre's software: "Avaya call 8812340062 abandoned". */
export const isCallOf = (page: Page, start: number, end: number, word: number): boolean => {
  const nth = word - 1;
  if (nth < 1 || page.wordHash[nth] !== CALL || start !== page.wordEnd[nth]! + 1) return false;
  if (!isName(page, nth - 1) || page.wordLabel[nth - 1] !== LABEL.unknown || speaks(page, nth - 1))
    return false;
  return word < page.wordStart.length && page.wordStart[word] === end + 1 && hasState(page, word);
};

/** Returns the weight of the word directly after the number. */
export const wordBehind = (page: Page, end: number, word: number, line: Span): number => {
  let nth = word;
  while (nth < page.wordStart.length && page.wordStart[nth]! < end) nth++;
  if (nth >= page.wordStart.length || page.wordEnd[nth]! > line.to + BESIDE) return 0;
  const start = page.wordStart[nth]!;
  if (start >= line.to || !beside(page, end, start) || page.wordLabel[nth] === LABEL.masked) return 0;
  const hash = page.wordHash[nth]!;
  const parted = hasComma(page, end, start);
  if (COUNTED.has(hash) && start - end === 1) return AROUND.counted;
  if (!parted && MACHINE.has(hash)) return AROUND.machineBeside;
  if (!parted && hasState(page, nth)) return AROUND.state;
  // A capitalised word after a full stop starts a sentence and is not a name: ". Ignore".
  if (codeBetween(page, end, start, FULL_STOP) || isOrder(page, nth, line)) return 0;
  if (isPerson(page, nth)) return AROUND.person;
  if (speaks(page, nth)) return isScript(page, nth) ? AROUND.script : AROUND.person;
  return isName(page, nth) && page.wordLabel[nth] === LABEL.unknown && start - end <= 3 ? AROUND.named : 0;
};

/** Returns the weight of an address directly before or after the number, as in contact details. */
export const addressBeside = (page: Page, start: number, end: number): number => {
  const { addresses } = page;
  const next = lastUpTo(addresses, start) + 1;
  const before = next > 0 && next % 2 === 0 && beside(page, addresses[next - 1]!, start);
  const behind = next < addresses.length && next % 2 === 0 && beside(page, end, addresses[next]!);
  return before || behind ? AROUND.address : 0;
};

/** Returns the weight of the other words on the line. */
export const wordsOf = (page: Page, word: number, line: Span): number => {
  let machine = 0;
  let speech = 0;
  let cites = 0;
  let nth = word - 1;
  while (nth >= 0 && page.wordStart[nth]! >= line.from) nth--;
  for (nth++; nth < page.wordStart.length && page.wordEnd[nth]! <= line.to; nth++) {
    if (page.wordLabel[nth] === LABEL.masked) continue;
    if (MACHINE.has(page.wordHash[nth]!)) machine++;
    else if (speaks(page, nth)) speech++;
    if (CITES.has(page.wordHash[nth]!)) cites++;
  }
  return (
    (cites > 0 ? AROUND.cited : 0) +
    (machine > 1 ? AROUND.machines : machine > 0 ? AROUND.machine : 0) +
    (speech > 1 ? AROUND.speech : speech > 0 ? AROUND.word : 0)
  );
};
