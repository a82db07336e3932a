/**
 * Finds numbers that are spoken in words: English and Hindi digits, romanised or in Devanagari, with "double" and "triple", and
 * English tens. A run of at least ten digits needs no label. The label decides the type; without one, form and check digit do.
 */
import type { Candidate } from '../../candidate.ts';
import { labelAfter } from '../../label/behind.ts';
import { isSpeaker } from '../../claims/speech.ts';
import { claimOnSpoken } from '../../claims/pool.ts';
import { labelBefore } from '../../label/context.ts';
import { typeOfDigits } from './type-of-digits.ts';
import { hashOf, LABEL, SPOKEN, type Label } from '../../page/labels.ts';
import { KIND, KINDS, type Page } from '../../page/page.ts';

/** Minimum number of spoken words in a number, and maximum number of units between two of them. */
const FEWEST = 5;
const MOST_GAP = 24;
const LONGEST = 24;

const FILLERS: ReadonlySet<number> = new Set(
  'and aur then phir uh um ji haan hai ok okay और फिर जी'.split(' ').map((word) => hashOf(word)),
);

/** Separators: ' ', ',', '-', '.', '/', tab, line break, '…' and the danda. */
const PARTING: ReadonlySet<number> = new Set([9, 10, 13, 32, 44, 45, 46, 47, 0x2026, 0x964]);

/** A run of spoken words: its digits so far, its start and its end. */
interface Run {
  digits: string;
  start: number;
  end: number;
  /** Number of times that the next digit is repeated. */
  times: number;
  /** A ten that still needs its unit: "ninety" of "ninety eight". */
  ten: string;
  words: number;
}

const close = (run: Run): void => {
  if (run.ten !== '') run.digits += `${run.ten}0`;
  run.ten = '';
};

/** Adds one word: a digit, a ten, eleven to nineteen, or a repetition of the next digit. */
const say = (run: Run, value: string): void => {
  if (value === 'x2' || value === 'x3') {
    close(run);
    run.times = Number(value[1]);
  } else if (value.endsWith('_')) {
    close(run);
    run.ten = value[0]!;
  } else if (run.ten !== '' && value.length === 1 && value !== '0') {
    run.digits += run.ten + value;
    run.ten = '';
  } else {
    close(run);
    run.digits += value.repeat(run.times);
    run.times = 1;
  }
};

/** Returns whether `[from, to)` contains only separators and digits, which are added to the run. */
const joins = (page: Page, from: number, to: number, run: Run | null): boolean => {
  if (to - from > MOST_GAP) return false;
  let digits = '';
  let lines = 0;
  for (let at = from; at < to; at++) {
    const code = page.codes[at]!;
    if (KINDS[code] === KIND.digit) digits += String.fromCharCode(code);
    else if (!PARTING.has(code) || (code === 10 && ++lines > 1)) return false;
  }
  if (run !== null && digits !== '') {
    close(run);
    run.digits += digits.length === 1 ? digits.repeat(run.times) : digits;
    run.times = 1;
  }
  return true;
};

const CONTRARY: ReadonlySet<Label> = new Set<Label>([LABEL.other, LABEL.money, LABEL.id, LABEL.thing]);

/** Returns the position before the letters at the start of a reference: "ticket I N C nine eight …". */
const pastLetters = (
  { wordStart, wordEnd }: Page,
  start: number,
  words: number,
): [start: number, words: number] => {
  let at = start;
  let word = words;
  while (word > 0 && wordEnd[word - 1] === wordStart[word - 1]! + 1 && at - wordEnd[word - 1]! <= 2)
    at = wordStart[--word]!;
  return [at, word];
};

/** Returns the identifier in a finished run, or null. */
const numberIn = (page: Page, run: Run, word: number): Candidate | null => {
  close(run);
  if (run.digits.length < 9 || run.digits.length > LONGEST || run.words < FEWEST) return null;
  const [start, words] = pastLetters(page, run.start, word - run.words);
  const before = labelBefore(page, start, words);
  const contrary = before.attached && CONTRARY.has(before.label);
  const speaker = before.label === LABEL.phone && isSpeaker(page, run.start, word - run.words);
  const firm = before.attached && !speaker && (before.label === LABEL.phone || before.label === LABEL.other);
  const own = firm ? before.label : LABEL.unknown;
  const claim = claimOnSpoken(page, run.digits, run, word - run.words, own);
  if (contrary || claim === LABEL.other) return null;
  const label =
    claim !== LABEL.unknown
      ? claim
      : before.label === LABEL.unknown || before.label === LABEL.other
        ? labelAfter(page, run.end, word)
        : before.label;
  const type = typeOfDigits(run.digits, label);
  return type === null ? null : { ...type, start: run.start, end: run.end };
};

/** Returns the digits directly before the first spoken word: "98 double seven …". */
const headOf = (page: Page, start: number): { digits: string; start: number } => {
  let at = start;
  let digits = '';
  let first = start;
  while (at > 0 && start - at < MOST_GAP && digits.length < 10) {
    const code = page.codes[at - 1]!;
    if (KINDS[code] === KIND.digit) {
      digits = String.fromCharCode(code) + digits;
      first = at - 1;
    } else if (code !== 32 && code !== 44 && code !== 45) break;
    at--;
  }
  return { digits, start: first };
};

/** Adds the digits directly after the last spoken word. */
const tailOf = (page: Page, run: Run): void => {
  let at = run.end;
  while (at < page.length && at - run.end < 3 && (page.codes[at] === 32 || page.codes[at] === 45)) at++;
  let digits = '';
  while (at < page.length && digits.length < 10 && KINDS[page.codes[at]!] === KIND.digit)
    digits += String.fromCharCode(page.codes[at++]!);
  if (digits === '' || run.digits.length + digits.length > 12) return;
  close(run);
  run.digits += digits;
  run.end = at;
};

/** Returns a page's spoken numbers in ascending order. */
export const findSpoken = (page: Page): Candidate[] => {
  const found: Candidate[] = [];
  let run: Run | null = null;
  let pause = 0;
  const finish = (word: number): void => {
    if (run !== null) {
      if (run.digits.length < 10) tailOf(page, run);
      const candidate = numberIn(page, run, word);
      if (candidate !== null) found.push(candidate);
    }
    run = null;
  };
  let next = 0;
  for (let nth = 0; nth < page.wordStart.length; nth++) {
    while (next < page.spoken.length && page.spoken[next]! < nth) next++;
    if (run === null) {
      if (next === page.spoken.length) break;
      nth = page.spoken[next]!;
      pause = 0;
    }
    const current: Run | null = run;
    const spoken = page.wordLabel[nth] === LABEL.spoken ? SPOKEN.get(page.wordHash[nth]!) : undefined;
    const from = nth > 0 ? page.wordEnd[nth - 1]! : 0;
    if (current !== null && !joins(page, from, page.wordStart[nth]!, spoken === undefined ? null : current))
      finish(nth - pause);
    if (spoken === undefined) {
      if (run === null) continue;
      if (pause < 1 && FILLERS.has(page.wordHash[nth]!)) pause++;
      else finish(nth - pause);
      continue;
    }
    if (run === null) {
      const head = headOf(page, page.wordStart[nth]!);
      run = { digits: head.digits, start: head.start, end: 0, times: 1, ten: '', words: 0 };
    }
    const going: Run = run;
    going.words += 1 + (pause > 0 && going.words > 0 ? pause : 0);
    pause = 0;
    say(going, spoken);
    going.end = page.wordEnd[nth]!;
  }
  finish(page.wordStart.length - pause);
  return found;
};
