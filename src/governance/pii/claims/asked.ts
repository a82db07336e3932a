/** What a number answers: "Enter your booking id.\nUser: 81…". The line before, of another speaker, says what it asks for. */
import { hashOf, LABEL, type Label } from '../labels.ts';
import { KIND, KINDS, type Page } from '../page.ts';
import { lastUpTo } from '../structure/cells.ts';
import { isNumberOfThing } from './nouns.ts';

/** Longest line that is looked at. */
const LONGEST = 160;
const COLON = 58;

const hashes = (list: string): ReadonlySet<number> => new Set(list.split(/\s+/).map((word) => hashOf(word)));

/** Words that ask for something. */
const ASKS = hashes(
  `enter share type provide give send tell say confirm please pls plz kindly what which whats batao bataiye bataye bataiyega batayein
  batana bolo boliye bolna bhejo bhejiye bhej dijiye do dena kya kaunsa require required need verify input reply key dedo`,
);

/** What may stand between the speaker and the number that answers. */
const FILLERS = hashes(
  'haan ji yes ok okay sir madam maam mam its it is hai ha theek here sure ya yeah hello hi ye yeh',
);

const SPEAKERS = hashes('caller sender');

/** Whether the word before the number says who speaks, and not whose telephone it is: "Caller: 85…". */
export const isSpeaker = (
  { codes, wordStart, wordEnd, wordHash }: Page,
  start: number,
  word: number,
): boolean => {
  let nth = word - 1;
  while (nth > 0 && FILLERS.has(wordHash[nth]!)) nth--;
  if (nth < 0 || !SPEAKERS.has(wordHash[nth]!) || codes[wordEnd[nth]!] !== COLON) return false;
  const before = codes[wordStart[nth]! - 1];
  return wordEnd[nth]! < start && (before === undefined || before === 10 || before === 32);
};

/** Where the line that ends at unit `end` begins; -1 for one that is too long. */
const lineStart = ({ codes }: Page, end: number): number => {
  let at = end;
  while (at > 0 && codes[at - 1] !== 10) if (end - --at > LONGEST) return -1;
  return at;
};

/** The unit behind the speaker's name of a line, "Caller: ", "09:15 - +91 78…: "; -1 where nobody is named. */
const speechStart = ({ codes }: Page, from: number, to: number): number => {
  for (let at = Math.min(to, from + 64) - 1; at > from; at--)
    if (codes[at] === COLON && codes[at + 1] === 32 && KINDS[codes[at - 1]!] !== KIND.other) {
      let first = at;
      for (let nth = from + 1; nth < at; nth++)
        if (codes[nth] === COLON && codes[nth + 1] === 32 && nth < first) first = nth;
      return first + 2;
    }
  return -1;
};

const sameSpeaker = ({ codes }: Page, one: number, other: number): boolean => {
  for (let back = 3; back < 9; back++) {
    if (codes[one - back] !== codes[other - back]) return false;
    if (codes[one - back] === undefined || KINDS[codes[one - back]!] === KIND.other) return true;
  }
  return true;
};

/** What the words of `[from, to)` ask for: `other` for some thing's number, `unknown` for a telephone or nothing. */
const wish = (page: Page, from: number, to: number): Label => {
  let asks = false;
  let named = false;
  let count = 0;
  for (let nth = lastUpTo(page.wordStart, from - 1) + 1; page.wordStart[nth]! < to; nth++) {
    count++;
    const label = page.wordLabel[nth]!;
    if (ASKS.has(page.wordHash[nth]!)) {
      // "Tell" reaches a person elsewhere; here it asks.
      asks = true;
      continue;
    }
    if (label >= LABEL.aadhaar && label <= LABEL.card) return LABEL.unknown;
    if (label === LABEL.phone || label === LABEL.upi) return LABEL.unknown;
    if (label === LABEL.other || isNumberOfThing(page, nth)) named = true;
    // "Claim ke liye number do": a number that is nobody's is a telephone's.
    else if (label === LABEL.number) return LABEL.unknown;
  }
  for (let at = from; at < to && !asks; at++) asks = page.codes[at] === 63;
  return named && (asks || count < 4) ? LABEL.other : LABEL.unknown;
};

/** Whether the number `[start, end)` answers a question for something that is no person's number. */
export const isAskedFor = (page: Page, start: number, word: number): boolean => {
  const { codes } = page;
  const from = lineStart(page, start);
  if (from < 1) return false;
  const speech = speechStart(page, from, start);
  if (speech < 0) return false;
  for (let nth = word - 1; nth >= 0 && page.wordEnd[nth]! > speech; nth--)
    if (!FILLERS.has(page.wordHash[nth]!)) return false;
  for (let at = speech; at < start; at++) if (KINDS[codes[at]!] === KIND.digit) return false;
  const above = lineStart(page, from - 1);
  if (above < 0) return false;
  const asked = speechStart(page, above, from - 1);
  if (asked >= 0 && sameSpeaker(page, asked, speech)) return false;
  return wish(page, Math.max(asked, above), from - 1) === LABEL.other;
};
