/** Reads the question that a number answers: in "Enter your booking id.\nUser: 81…" the other speaker says what the number is. */
import { hashesOf, LABEL, type Label } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { lastUpTo } from '../structure/cells.ts';
import { isNumberOfThing } from './nouns.ts';
import { FILLERS, lineStart, sameSpeaker, speechIn } from './speech.ts';

/** Maximum number of lines between the question and its answer, and maximum distance between them in units. */
const MOST_LINES = 4;
const ASKED_WITHIN = 700;
/** Maximum number of digits in a question: "the last four digits of 2024's policy". */
const MOST_DIGITS = 8;

/** Words that ask for something. */
const ASKS = hashesOf(`
  enter share type provide give send tell say confirm please pls plz kindly what what's whats which may can could have need require
  required verify input reply read repeat spell key know mention quote state specify furnish
  batao bataiye bataye bataiyega batayein batayen bataen batana bata bolo boliye boliyega bolna bhejo bhejiye bhej dijiye dijiyega do
  dena de dedo kya kaunsa kaun likhwaiye likhwaye likhaiye likhiye chahiye lagega sunaiye dohraiye
  बताइए बताइये बताएँ बताएं बताये बताओ बताना बता बोलिए बोलिये बोलो बोलें बोल दीजिए दीजिये दें दो दे कहिए कहिये भेजिए भेजें लिखवाइए लिखवाएं
  लिखिए क्या कौन चाहिए कृपया सुनाइए दोहराइए सांगा सांगाल द्या पाठवा काय
  solunga sollunga sollungal kodunga kudunga cheppandi ivvandi heli kodi bolun din sanga dya aapo kaho
  சொல்லுங்க சொல்லுங்கள் சொல்லவும் கொடுங்க கொடுங்கள் தெரிவிக்கவும் என்ன చెప్పండి ఇవ్వండి తెలపండి ఏమిటి ಹೇಳಿ ಕೊಡಿ ತಿಳಿಸಿ ಏನು
  বলুন দিন জানান কী কি কত કહો આપો જણાવો શું ਦੱਸੋ ਦਿਓ പറയൂ തരൂ`);

const AND = hashesOf('and or aur ya evam और या एवं अथवा तथा व');

const NAMES_NOTHING: ReadonlySet<Label> = new Set<Label>([
  LABEL.unknown,
  LABEL.filler,
  LABEL.number,
  LABEL.party,
  LABEL.slot,
  LABEL.spoken,
  LABEL.masked,
  LABEL.values,
  LABEL.bank,
  LABEL.money,
  LABEL.id,
  LABEL.thing,
]);

/** The label in one utterance, and whether the utterance asks for it. */
interface Question {
  readonly label: Label;
  readonly asks: boolean;
  /** True if the utterance has neither a label nor a number: "one moment please". */
  readonly idle: boolean;
}

/**
 * Returns the label that the words of `[from, to)` ask for. If there are several, only labels followed by "number" count ("mobile
 * number for this account"). Returns `unknown` if they still differ.
 */
export const questionIn = (page: Page, from: number, to: number): Question => {
  let asks = false;
  let count = 0;
  let digits = 0;
  let both = false;
  const numbered = new Set<Label>();
  const named = new Set<Label>();
  for (let nth = lastUpTo(page.wordStart, from - 1) + 1; page.wordStart[nth]! < to; nth++) {
    count++;
    both ||= AND.has(page.wordHash[nth]!);
    // Elsewhere "tell" is a telephone label.
    if (ASKS.has(page.wordHash[nth]!)) {
      asks = true;
      continue;
    }
    const label = page.wordLabel[nth]!;
    const ofParty = label === LABEL.number && nth > 0 && page.wordLabel[nth - 1] === LABEL.party;
    if (ofParty || isNumberOfThing(page, nth)) numbered.add(LABEL.other);
    else if (!NAMES_NOTHING.has(label)) {
      named.add(label);
      if (page.wordLabel[nth + 1] === LABEL.number && page.wordStart[nth + 1]! < to) numbered.add(label);
    }
    // "Claim ke liye number do": "number" without an owner means a telephone number.
    else if (label === LABEL.number && (nth === 0 || NAMES_NOTHING.has(page.wordLabel[nth - 1]!)))
      numbered.add(LABEL.unknown);
  }
  for (let at = from; at < to; at++) {
    if (page.codes[at] === 63) asks = true;
    if (KINDS[page.codes[at]!] === KIND.digit) digits++;
  }
  // The line already contains the number, so it does not ask for one.
  if (digits > MOST_DIGITS) asks = false;
  // "Mobile aur policy number?" asks for both.
  const labels = numbered.size > 0 && !both ? numbered : new Set([...named, ...numbered]);
  const label = labels.size === 1 ? [...labels][0]! : LABEL.unknown;
  asks ||= label !== LABEL.unknown && count < 4 && digits === 0;
  return { label, asks, idle: named.size === 0 && numbered.size === 0 && digits < 4 };
};

/** Returns whether `[from, start)` contains only filler words. */
const isDirect = ({ codes, wordEnd, wordHash }: Page, from: number, start: number, word: number): boolean => {
  for (let nth = word - 1; nth >= 0 && wordEnd[nth]! > from; nth--)
    if (wordEnd[nth]! <= start && !FILLERS.has(wordHash[nth]!)) return false;
  for (let at = from; at < start; at++) if (KINDS[codes[at]!] === KIND.digit) return false;
  return true;
};

/** Returns the label of the question that the number at unit `start` answers, or `unknown` if no other speaker asked. */
export const askedFor = (page: Page, start: number, word: number): Label => {
  const { codes } = page;
  const line = lineStart(page, start);
  if (line < 1) return LABEL.unknown;
  const answer = speechIn(page, line, start);
  if (!isDirect(page, answer === null ? line : answer.at, start, word)) return LABEL.unknown;
  let end = line - 1;
  for (let lines = 0; lines < MOST_LINES && end > 0 && start - end < ASKED_WITHIN; lines++) {
    if (codes[end - 1] === 13) end--;
    const from = lineStart(page, end);
    if (from < 0) return LABEL.unknown;
    const speech = speechIn(page, from, end);
    // Without speakers, only the line directly above can be the question.
    if (answer === null && (speech !== null || lines > 0 || codes[end - 1] !== 63)) return LABEL.unknown;
    const { label, asks, idle } = questionIn(page, Math.max(speech?.at ?? 0, from), end);
    const same = answer !== null && speech !== null && sameSpeaker(page, answer, speech);
    if (!same && asks && label !== LABEL.unknown) return label;
    if (!idle && !(same && end === from)) return LABEL.unknown;
    end = from - 1;
  }
  return LABEL.unknown;
};

/** Returns whether the number at unit `start` answers a request for a number that is not a person's. */
export const isAskedFor = (page: Page, start: number, word: number): boolean =>
  askedFor(page, start, word) === LABEL.other;
