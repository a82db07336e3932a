/** Finds the nearest known word before a position and how near it is. */
import { hashOf, LABEL, type Label } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isDigit } from '../page/units.ts';
import { lastUpTo } from '../structure/cells.ts';

/** Maximum distance of a label before a value, in UTF-16 units. */
const REACH_BEFORE = 40;
/**
 * Maximum distance if the label is a verb for calling and "on" precedes the number: "WhatsApp the Hon. Treasurer Shri Ajit
 * Wagle on 77…".
 */
const REACH_ON = 80;
/** A label found near a value. `attached`: only filler words and light punctuation are between the label and the value. */
export interface Context {
  readonly label: Label;
  readonly attached: boolean;
  /** True if the value's member is named "value" or similar, so that its label may come after it. */
  readonly slot: boolean;
  /** True if the label is not attached, but at most two words from the value in the same clause: "ticket of vendor 7004…". */
  readonly close: boolean;
  /** True for a telephone label that is already followed by another number: "mobile 98…, batch 88…". */
  readonly spent: boolean;
}

const LABELS: readonly Label[] = Object.values(LABEL);
const contexts = (flags: number): readonly Context[] =>
  LABELS.map((label) => ({
    label,
    attached: (flags & 1) !== 0,
    slot: (flags & 2) !== 0,
    close: (flags & 4) !== 0,
    spent: (flags & 8) !== 0,
  }));
const ALL = Array.from({ length: 16 }, (_, flags) => contexts(flags));

/** Returns the context with the given flags. Contexts come from a table, so that no object is created per number. */
export const contextFor = (
  label: Label,
  attached: boolean,
  slot: boolean,
  close = false,
  spent = false,
): Context => ALL[(attached ? 1 : 0) + (slot ? 2 : 0) + (close ? 4 : 0) + (spent ? 8 : 0)]![label]!;

/** Returns the context of a number whose kind is certainly `label`. */
export const firmly = (label: Label): Context => contextFor(label, true, false);

/** Returns a context with the same label, but not attached. */
export const loosely = ({ label, slot }: Context): Context => contextFor(label, false, slot);

/** Maximum number of words between a label and a number for the label to count as close. */
const CLOSE = 2;

/** Labels whose meaning changes if "id" follows them: `call_id` identifies the call. */
const NAMED_BY_ID: ReadonlySet<Label> = new Set<Label>([LABEL.phone, LABEL.account, LABEL.bank, LABEL.money]);

const GAP = {
  clear: 0,
  comma: 1,
  digits: 2,
  line: 4,
  paragraph: 8,
  space: 16,
  sentence: 32,
  tag: 64,
} as const;

/**
 * Returns whether one or two digits belong to a word, either joined to it by a hyphen ("ISBN-10") or between its letters ("P2A").
 */
const tied = (page: Page, from: number, at: number, to: number): boolean =>
  (at === from + 1 && page.codes[from] === 45 && !isDigit(page.codes[at + 2])) ||
  (at === from && to - from <= 2);

/**
 * Returns the `GAP` flags for the range between two words, or between a word and the value. An empty line ends a label's effect.
 */
const gap = (page: Page, from: number, to: number): number => {
  let state: number = GAP.clear;
  let lines = 0;
  for (let at = from; at < to; at++) {
    const code = page.codes[at]!;
    if (code === 10) {
      if (++lines > 1) return GAP.paragraph;
      state |= GAP.line;
      continue;
    }
    if (code === 32 || code === 9 || code === 13) {
      state |= GAP.space;
      continue;
    }
    lines = 0;
    if (isDigit(code)) {
      if (tied(page, from, at, to)) at++;
      else state |= GAP.digits;
    } else if (code === 60 || code === 62) state |= GAP.tag;
    else if (code === 38 || code === 44 || code === 59 || code === 124) state |= GAP.comma;
    else if (code === 46 && (page.codes[at + 1] === 32 || page.codes[at + 1] === 10) && at - from > 0)
      state |= GAP.sentence;
  }
  return state;
};

/** Returns whether a word is an acronym for something with its own number: "BP No 65…", "CA number 98…". */
const isAcronym = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean => {
  const [start, end] = [wordStart[nth]!, wordEnd[nth]!];
  if (end - start > 4 || KINDS[codes[start - 1] ?? 32] !== KIND.other) return false;
  for (let at = start; at < end; at++) if (codes[at]! < 65 || codes[at]! > 90) return false;
  return true;
};

const ON: ReadonlySet<number> = new Set('on at par pe'.split(' ').map((word) => hashOf(word)));
const TO = hashOf('to');
const WITHIN: ReadonlySet<number> = new Set(
  'in on under against with'.split(' ').map((word) => hashOf(word)),
);

/** Words directly before a number that introduce a person instead of naming a kind of number: "ticket raised by 98…". */
const ACTOR: ReadonlySet<number> = new Set(
  'by from with via on at do de pe par ko'.split(' ').map((word) => hashOf(word)),
);

/**
 * Returns whether word `nth` names the document in which a person's number is to be changed: "update my no. in policy to
 * 89133-42525".
 */
const changesTo = ({ wordHash, wordLabel }: Page, nth: number, word: number): boolean => {
  if (word - nth < 2 || wordHash[word - 1] !== TO) return false;
  for (let at = nth - 1; at > 0 && at >= nth - 3; at--)
    if (WITHIN.has(wordHash[at]!))
      return wordLabel[at - 1] === LABEL.number || wordLabel[at - 1] === LABEL.phone;
  return false;
};

/** Minimum number of digits in a telephone number between a label and a later number. */
const LEAST_DIGITS = 10;

/** Returns whether `[from, to)` contains a possible telephone number (masked or not) that is not part of an address. */
const hasNumber = (page: Page, from: number, to: number): boolean => {
  const { codes, addresses } = page;
  let digits = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at]!;
    if (isDigit(code) || code === 88) digits++;
    else if (code !== 32 && code !== 45) digits = 0;
    if (isDigit(code) && !isDigit(codes[at - 1] ?? 32)) {
      const address = lastUpTo(addresses, at);
      if (address >= 0 && address % 2 === 0) {
        at = addresses[address + 1]! - 1;
        digits = 0;
      }
    }
    if (digits >= LEAST_DIGITS) return true;
  }
  return false;
};

/** Returns whether a colon after a word makes it a speaker: in "Customer: my number is 98…" the number is not a customer number. */
const endsSpeaker = ({ codes }: Page, end: number): boolean =>
  codes[codes[end] === 32 ? end + 1 : end] === 58;

/**
 * Returns the label before unit `at`; `word` is the number of words that start before it. Words labelled `skip` count as filler
 * ("Aadhaar card 1234…"), and text before unit `floor` is ignored.
 */
export const labelBefore = (
  page: Page,
  at: number,
  word: number,
  skip: Label = LABEL.filler,
  floor = 0,
): Context => {
  let attached = true;
  let slot = false;
  let weak: Label = LABEL.unknown;
  let numbered = false;
  let broken = false;
  let spaced = false;
  let path = false;
  let words = false;
  let spent = false;
  let parted = false;
  let tagged = false;
  let between = 0;
  let idStart = 0;
  let edge = at;
  const reach = ON.has(page.wordHash[word - 1] ?? 0) ? REACH_ON : REACH_BEFORE;
  for (let nth = word - 1; nth >= 0; nth--) {
    const end = page.wordEnd[nth]!;
    if (at - end > reach || end <= floor) break;
    if (end > at) continue;
    const state = gap(page, end, edge);
    if ((state & GAP.paragraph) !== 0) break;
    if ((state & (GAP.line | GAP.sentence)) !== 0) broken = true;
    if ((state & (GAP.digits | GAP.comma)) !== 0) parted = true;
    if ((state & (GAP.space | GAP.line)) !== 0) {
      spaced = true;
      if (path) attached = false;
    }
    // "Ticket 98… raised by 98…": only the first number is the ticket's.
    if ((state & GAP.digits) !== 0 && words) spent = true;
    if ((state & GAP.digits) !== 0 || ((state & GAP.comma) !== 0 && !(slot && attached))) {
      if (weak !== LABEL.unknown) break;
      attached = false;
    }
    // "<ID_TYPE>E</ID_TYPE><ID_NO>": the previous element does not name this value.
    if ((state & GAP.tag) !== 0 && edge < at) tagged = true;
    edge = page.wordStart[nth]!;
    const label = page.wordLabel[nth]!;
    words ||= label !== LABEL.masked;
    if (label === LABEL.filler || label === skip) continue;
    if (label === LABEL.slot || label === LABEL.values) slot ||= attached;
    else if (label === LABEL.number) numbered ||= attached;
    else if (label === LABEL.id) {
      if (attached) weak = LABEL.id;
      idStart = edge;
    } else if (label === LABEL.party && numbered && attached && !endsSpeaker(page, end))
      return contextFor(LABEL.other, attached, slot);
    else if (
      label === LABEL.unknown ||
      label === LABEL.masked ||
      label === LABEL.party ||
      label === LABEL.spoken
    ) {
      if (numbered && attached && !tagged && isAcronym(page, nth)) return contextFor(LABEL.other, true, slot);
      between++;
      // A path or code without spaces counts as one name: "UPI/DR/6050…".
      if (spaced || label === LABEL.masked) {
        if (weak !== LABEL.unknown) break;
        attached = false;
      } else path = true;
    } else if (label === LABEL.thing) {
      if (attached) weak = LABEL.thing;
      attached = false;
    } else {
      if (at - end > REACH_BEFORE && label !== LABEL.phone) break;
      if (tagged && weak !== LABEL.unknown && label === LABEL.other) break;
      if (weak === LABEL.id && NAMED_BY_ID.has(label) && idStart - end <= 2) break;
      if (!attached && label === LABEL.other && (broken || spent)) break;
      if (label === LABEL.other && attached && changesTo(page, nth, word))
        return contextFor(LABEL.unknown, false, slot);
      // "mobile 98…, batch 88…": the label already belongs to the first number.
      if (!attached && label === LABEL.phone && hasNumber(page, end, at))
        return contextFor(label, false, slot, false, true);
      const close =
        !attached &&
        !ACTOR.has(page.wordHash[word - 1]!) &&
        !broken &&
        !parted &&
        between <= CLOSE &&
        (weak === LABEL.unknown || weak === LABEL.thing);
      return contextFor(label, attached, slot, close);
    }
  }
  return contextFor(weak, weak !== LABEL.unknown, slot);
};
