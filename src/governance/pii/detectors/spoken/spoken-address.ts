/** Finds addresses with spoken punctuation: "priya dot menon at the rate example dot com". */
import type { Candidate } from '../../candidate.ts';
import { labelBefore } from '../../label/context.ts';
import { hashesOf, hashOf, LABEL, SPOKEN } from '../../page/labels.ts';
import { KIND, KINDS, type Page } from '../../page/page.ts';

const JOINTS: ReadonlySet<number> = new Set(
  ['dot', 'underscore', 'dash', 'hyphen', 'डॉट'].map((word) => hashOf(word)),
);
const DOTS: ReadonlySet<number> = new Set(['dot', 'डॉट'].map((word) => hashOf(word)));
const RATES: ReadonlySet<number> = new Set(['rate', 'रेट'].map((word) => hashOf(word)));
const THE: ReadonlySet<number> = new Set(['the', 'द', 'di'].map((word) => hashOf(word)));
const TOPS: ReadonlySet<number> = new Set(
  'com in org net co gov edu io info biz कॉम इन'.split(' ').map((word) => hashOf(word)),
);

/** Returns whether word `nth` and the next are adjacent, with at most brackets around them. */
const near = (page: Page, nth: number): boolean => {
  const from = page.wordEnd[nth]!;
  const to = page.wordStart[nth + 1] ?? Infinity;
  if (to - from > 4) return false;
  for (let at = from; at < to; at++)
    if (![32, 40, 41, 91, 93, 123, 125].includes(page.codes[at]!) && KINDS[page.codes[at]!] !== KIND.digit)
      return false;
  return true;
};

const bracketed = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean => {
  const before = codes[wordStart[nth]! - 1];
  const after = codes[wordEnd[nth]!];
  return (
    (before === 91 && after === 93) || (before === 40 && after === 41) || (before === 123 && after === 125)
  );
};

const SIGNS: ReadonlySet<number> = new Set([...'._-+'].map((sign) => sign.charCodeAt(0)));

const isName = (code: number): boolean => KINDS[code]! >= KIND.digit && KINDS[code]! <= KIND.script;

/** Providers. If one of their names follows "at", a spelt name is an address. */
const PROVIDERS: ReadonlySet<number> = hashesOf(
  'gmail yahoo hotmail outlook rediffmail rediff icloud live protonmail proton zoho ymail googlemail जीमेल याहू',
);

/**
 * Returns the first word of the name before word `at`. Spoken punctuation joins its words and digits: "sujatha dot nair seven
 * four".
 */
const nameBefore = (page: Page, at: number): { first: number; spelt: boolean } => {
  const { wordHash } = page;
  let first = at - 1;
  let spelt = false;
  while (first > 0 && at - first < 8 && SPOKEN.has(wordHash[first]!) && near(page, first - 1)) {
    first--;
    spelt = true;
  }
  while (
    first >= 2 &&
    at - first < 12 &&
    JOINTS.has(wordHash[first - 1]!) &&
    near(page, first - 1) &&
    near(page, first - 2)
  ) {
    first -= 2;
    spelt = true;
  }
  return { first, spelt };
};

/** Returns the address whose at sign is word `nth` ("at", or "rate" of "at the rate"), or null. */
const addressAt = (page: Page, at: number, last: number): Candidate | null => {
  const { wordHash, wordStart, wordEnd } = page;
  let end = last + 1;
  let dots = 0;
  let top = -1;
  while (end < wordStart.length && near(page, end - 1) && dots < 5) {
    // "asha [at] example.com"
    while (page.codes[wordEnd[end]!] === 46 && wordStart[end + 1] === wordEnd[end]! + 1 && dots < 5) {
      dots++;
      end++;
      if (TOPS.has(wordHash[end]!)) top = end;
    }
    if (end + 2 >= wordStart.length || !near(page, end) || !DOTS.has(wordHash[end + 1]!)) break;
    if (!near(page, end + 1)) break;
    dots++;
    end += 2;
    // Nobody writes "[dot]" in anything but an address, whatever its top-level domain.
    if (TOPS.has(wordHash[end]!) || (bracketed(page, at) && bracketed(page, end - 1))) top = end;
  }
  // The word continues after the top-level domain: "example.commerce".
  if (top >= 0 && isName(page.codes[wordEnd[top]!] ?? 32)) return null;
  if (top < 0 || at === 0 || !near(page, at - 1)) return null;
  let start = wordStart[nameBefore(page, at).first]!;
  // Characters joined to the name belong to it: "asha.rao99[at]…".
  const least = Math.max(0, start - 40);
  while (
    start > least &&
    (isName(page.codes[start - 1]!) ||
      (SIGNS.has(page.codes[start - 1]!) && isName(page.codes[start - 2] ?? 32)))
  )
    start--;
  return { type: 'email', start, end: wordEnd[top]!, confidence: 0.8 };
};

/** Returns the addresses with spoken punctuation: "priya dot menon at the rate example dot com", "ravi [at] example [dot] in". */
export const findSpokenAddresses = (page: Page): Candidate[] => {
  const { wordHash } = page;
  const found: Candidate[] = [];
  let last = 0;
  for (const nth of page.ats) {
    if (nth === 0) continue;
    const the = THE.has(wordHash[nth + 1]!) ? 1 : 0;
    const rate = RATES.has(wordHash[nth + 1 + the]!);
    const spelt = PROVIDERS.has(wordHash[nth + 1]!) && nameBefore(page, nth).spelt;
    const sure = rate || spelt || bracketed(page, nth);
    if (!sure && labelBefore(page, page.wordStart[nth]!, nth).label !== LABEL.email) continue;
    const candidate = addressAt(page, nth, rate ? nth + 1 + the : nth);
    if (candidate === null || candidate.start < last) continue;
    found.push(candidate);
    last = candidate.end;
  }
  return found;
};
