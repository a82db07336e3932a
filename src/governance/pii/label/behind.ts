/** Reads the text after a number, looking for a label or for a word showing that the number is not a person's. */
import { keyEnd } from '../page/composite.ts';
import { LABEL, type Label } from '../page/labels.ts';
import type { Page } from '../page/page.ts';
import { isDigit } from '../page/units.ts';
import { hasState } from '../setting/beside.ts';

/** Maximum distance of a label after a number, in UTF-16 units. */
const REACH_AFTER = 24;
/** Maximum distance of a label after a "value" member in the same object. */
const REACH_SIBLING = 40;

/**
 * Characters that end the clause after a value: line break, '*', ',', ';', '@', '|'. A full stop followed by a space also ends
 * it.
 */
const STOPS: ReadonlySet<number> = new Set([10, 42, 44, 59, 64, 124]);
/** Characters that end an object: '>', ']', '}'. */
const OBJECT_ENDS: ReadonlySet<number> = new Set([62, 93, 125]);

/** Labels that say nothing about the number before them. */
const SILENT: ReadonlySet<Label> = new Set<Label>([
  LABEL.unknown,
  LABEL.filler,
  LABEL.number,
  LABEL.id,
  LABEL.party,
  LABEL.thing,
  LABEL.slot,
  LABEL.values,
  LABEL.spoken,
]);

/** Returns whether a full stop ends a sentence, unlike the one in "customers.mobile". */
const endsSentence = ({ codes, length }: Page, at: number): boolean =>
  codes[at] === 46 && (at + 1 >= length || codes[at + 1]! <= 32);

/**
 * Returns whether an amount of money starts after the word. In "to 98… Rs. 500", "Rs." says nothing about the number before it.
 */
const beginsSum = (page: Page, end: number): boolean => {
  for (let at = end; at < page.length && at < end + 4; at++) {
    const code = page.codes[at]!;
    if (isDigit(code)) return true;
    if (code !== 32 && code !== 46) return false;
  }
  return false;
};

/** Returns whether the number that ends at unit `end` is at the start of its line or clause. */
const opensClause = ({ codes }: Page, end: number): boolean => {
  let at = end - 1;
  while (at >= 0 && end - at < 24 && (isDigit(codes[at]) || codes[at] === 32 || codes[at] === 45)) at--;
  return at < 0 || codes[at] === 10 || STOPS.has(codes[at]!);
};

/** Maximum number of words between a number and the word that names it. */
const NAMED_WITHIN = 5;

/**
 * Returns whether the clause after unit `end` shows that the number is not a person's: "8812… is your claim number", "… ref no
 * hai".
 */
export const isNamedBehind = (page: Page, end: number, word: number): boolean => {
  let edge = end;
  for (let nth = word; nth < page.wordStart.length && nth < word + NAMED_WITHIN; nth++) {
    const start = page.wordStart[nth]!;
    if (start < end) continue;
    if (start - end > REACH_AFTER) return false;
    for (let at = edge; at < start; at++)
      if (STOPS.has(page.codes[at]!) || page.codes[at] === 46 || isDigit(page.codes[at])) return false;
    edge = page.wordEnd[nth]!;
    const label = page.wordLabel[nth]!;
    // "7712345678 claim settled".
    if (label === LABEL.other && nth === word && opensClause(page, end) && hasState(page, nth + 1))
      return true;
    if (label === LABEL.other || label === LABEL.id || label === LABEL.account)
      return page.wordLabel[nth + 1] === LABEL.number && page.wordStart[nth + 1]! - edge <= 2;
    if (!SILENT.has(label) || label === LABEL.number) return false;
  }
  return false;
};

/** Returns the first label after unit `end` on the same line and in the same clause: "9876543210 is my WhatsApp number". */
export const labelAfter = (page: Page, valueEnd: number, word: number, slot = false): Label => {
  // The name of a multi-column key follows its last value.
  const last = page.codes[valueEnd];
  const end = last === 45 || last === 39 ? Math.max(valueEnd, keyEnd(page, valueEnd)) : valueEnd;
  let edge = end;
  const reach = slot || end > valueEnd ? REACH_SIBLING : REACH_AFTER;
  for (let nth = word; nth < page.wordStart.length; nth++) {
    const start = page.wordStart[nth]!;
    if (start < end) continue;
    if (start - end > reach) break;
    for (let at = edge; at < start; at++) {
      const code = page.codes[at]!;
      if (slot ? OBJECT_ENDS.has(code) : STOPS.has(code) || endsSentence(page, at)) return LABEL.unknown;
      if (isDigit(code)) return LABEL.unknown;
    }
    edge = page.wordEnd[nth]!;
    const label = page.wordLabel[nth]!;
    if (label === LABEL.masked) return LABEL.unknown;
    if (label === LABEL.money && beginsSum(page, edge)) return LABEL.unknown;
    if (!SILENT.has(label)) return label;
  }
  return LABEL.unknown;
};
