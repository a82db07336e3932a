/** Which label a place in the text stands under: the nearest known word decides. */
import { LABEL, type Label } from './labels.ts';
import type { Page } from './page.ts';

/** How far a label reaches, in units of the reading. */
const REACH_BEFORE = 40;
const REACH_AFTER = 24;

/** `attached`: only filler words and light punctuation stand between label and value. */
export interface Context {
  readonly label: Label;
  readonly attached: boolean;
}

const NOTHING: Context = { label: LABEL.unknown, attached: false };
const LOOSE: readonly Context[] = Object.values(LABEL).map((label) => ({ label, attached: false }));
const ATTACHED: readonly Context[] = Object.values(LABEL).map((label) => ({ label, attached: true }));

/** What ends the clause behind a value: line break, '*', ',', '.', ';', '@', '|'. */
const STOPS: ReadonlySet<number> = new Set([10, 42, 44, 46, 59, 64, 124]);

/** Words that do not say what the number before them is. */
const SILENT: ReadonlySet<Label> = new Set<Label>([
  LABEL.unknown,
  LABEL.filler,
  LABEL.number,
  LABEL.id,
  LABEL.party,
]);

const CLEAR = 0;
const BROKEN = 1;
const PARAGRAPH = 2;

/** What the stretch between two words, or between word and value, does to a label; an empty line ends its reach. */
const gap = (page: Page, from: number, to: number): number => {
  let state = CLEAR;
  let lines = 0;
  for (let at = from; at < to; at++) {
    const code = page.codes[at]!;
    if (code === 10) {
      if (++lines > 1) return PARAGRAPH;
      continue;
    }
    if (code !== 32 && code !== 9 && code !== 13) lines = 0;
    if (code === 44 || code === 59 || code === 124 || (code >= 48 && code <= 57)) state = BROKEN;
  }
  return state;
};

/**
 * The label before unit `at`; `word` is the number of words that begin before it. Words of class `skip` count as filler
 * ("Aadhaar card 1234…"). An "id" or "code" under no known word is a contrary label of its own.
 */
export const labelBefore = (page: Page, at: number, word: number, skip: Label = LABEL.filler): Context => {
  let attached = true;
  let id = false;
  let numbered = false;
  let edge = at;
  for (let nth = word - 1; nth >= 0; nth--) {
    const end = page.wordEnd[nth]!;
    if (at - end > REACH_BEFORE) break;
    if (end > at) continue;
    const state = gap(page, end, edge);
    if (state === PARAGRAPH) break;
    if (state === BROKEN) {
      if (id && attached) return ATTACHED[LABEL.other]!;
      attached = false;
    }
    edge = page.wordStart[nth]!;
    const label = page.wordLabel[nth]!;
    if (label === LABEL.filler || label === skip) continue;
    if (label === LABEL.number) numbered ||= attached;
    else if (label === LABEL.id) id ||= attached;
    else if (label === LABEL.party && numbered) return (attached ? ATTACHED : LOOSE)[LABEL.other]!;
    else if (label === LABEL.unknown || label === LABEL.masked || label === LABEL.party) {
      if (id && attached) return ATTACHED[LABEL.other]!;
      attached = false;
    } else return (attached ? ATTACHED : LOOSE)[label]!;
  }
  return id && attached ? ATTACHED[LABEL.other]! : NOTHING;
};

/** The first label behind unit `end` on the same line and in the same clause; "9876543210 is my WhatsApp number". */
export const labelAfter = (page: Page, end: number, word: number): Label => {
  let edge = end;
  for (let nth = word; nth < page.wordStart.length; nth++) {
    const start = page.wordStart[nth]!;
    if (start < end) continue;
    if (start - end > REACH_AFTER) break;
    for (let at = edge; at < start; at++) {
      const code = page.codes[at]!;
      if (STOPS.has(code) || (code >= 48 && code <= 57)) return LABEL.unknown;
    }
    edge = page.wordEnd[nth]!;
    const label = page.wordLabel[nth]!;
    if (label === LABEL.masked) return LABEL.unknown;
    if (!SILENT.has(label)) return label;
  }
  return LABEL.unknown;
};
