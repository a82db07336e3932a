import type { Page } from '../page/groups.ts';
import { hashesOf } from '../page/labels.ts';
import { KINDS, KIND } from '../page/units.ts';
import { lastUpTo } from '../structure/cells.ts';

const COLON = 58;
const SPEAKERS = hashesOf('caller sender');
/** Speakers in a transcript. A line may start with one of these without a colon. */
const ROLES = hashesOf(`
  agent caller customer cust client user bot chatbot ivr ivrs dtmf keypad executive exec officer operator advisor adviser rep representative csr cse
  telecaller support system assistant patient doctor member insured claimant staff nurse reception receptionist host guest person
  speaker agt cx rm manager teller banker clerk helpdesk desk engineer employee visitor applicant me you question answer ques ans q a
  ग्राहक एजेंट एजेन्ट अधिकारी कॉलर ऑपरेटर प्रतिनिधि प्रतिनिधी मरीज डॉक्टर बॉट
  வாடிக்கையாளர் முகவர் గ్రాహకుడు కస్టమర్ ఏజెంట్ ಗ್ರಾಹಕ ಏಜೆಂಟ್ গ্রাহক এজেন্ট ગ્રાહક એજન્ટ ਗਾਹਕ ਏਜੰਟ`);

/** Words in a time of day before the speaker. */
const HALVES = hashesOf('am pm hrs ist');
/** Returns whether the word before the number names the speaker, not a telephone's owner: "Caller: 85…". */
export const isSpeaker = (
  { codes, wordStart, wordEnd, wordHash }: Page,
  start: number,
  word: number,
): boolean => {
  let nth = word - 1;
  while (nth > 0 && FILLERS.has(wordHash[nth]!)) nth--;
  if (nth < 0 || !SPEAKERS.has(wordHash[nth]!)) return false;
  if (!endsName(codes, wordEnd[nth]!) && !isTimed(codes, wordStart[nth]!)) return false;
  const before = codes[wordStart[nth]! - 1];
  return wordEnd[nth]! < start && (before === undefined || before === 10 || before === 32);
};

/** Returns whether ':', '>' or ' - ' ends a speaker's name at unit `at`. */
const endsName = (codes: Uint16Array, at: number): boolean =>
  codes[at] === COLON ||
  codes[at] === 62 ||
  (codes[at] === 32 && codes[at + 1] === 45 && codes[at + 2] === 32);

/** Returns whether a time in brackets ends before unit `at`: "[00:00:20] CALLER". */
const isTimed = (codes: Uint16Array, at: number): boolean => codes[at - 1] === 32 && codes[at - 2] === 93;
/** Returns the start of the line that ends at unit `end`, or -1 if the line is too long. */
export const lineStart = ({ codes }: Page, end: number): number => {
  let at = end;
  while (at > 0 && codes[at - 1] !== 10) if (end - --at > LONGEST) return -1;
  return at;
};

/** An utterance that starts at `at`. `name` is the last word of the speaker's name, or -1 if the name consists of digits. */
interface Speech {
  readonly at: number;
  readonly name: number;
}

const isCapital = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean => {
  for (let at = wordStart[nth]!; at < wordEnd[nth]!; at++) if (KINDS[codes[at]!] !== KIND.upper) return false;
  return wordEnd[nth]! - wordStart[nth]! > 2;
};

/**
 * Returns the utterance after "Caller: ", "09:15 - +91 78…: " or "[00:00:20] CALLER " in the line `[from, to)`, or null if the
 * line has no speaker.
 */
export const speechIn = (page: Page, from: number, to: number): Speech | null => {
  const { codes, wordStart, wordEnd, wordHash } = page;
  const until = Math.min(to, from + 64);
  for (let at = from + 1; at < until; at++) {
    if (codes[at] !== COLON || codes[at + 1] !== 32) continue;
    const last = codes[at - 1] === 32 ? at - 1 : at;
    if (KINDS[codes[last - 1] ?? 32] === KIND.other && codes[last - 1] !== 41 && codes[last - 1] !== 93)
      continue;
    const name = lastUpTo(wordStart, at - 1);
    return { at: at + 2, name: name >= 0 && wordStart[name]! >= from ? name : -1 };
  }
  let nth = lastUpTo(wordStart, from - 1) + 1;
  while (HALVES.has(wordHash[nth]!) && wordStart[nth]! < until) nth++;
  if (nth >= wordStart.length || wordEnd[nth]! >= until) return null;
  const sign = codes[wordEnd[nth]!]!;
  const named = ROLES.has(wordHash[nth]!) || (isCapital(page, nth) && codes[from] === 91);
  if (!named || (sign !== 32 && sign !== 9 && sign !== COLON && sign !== 62 && sign !== 46)) return null;
  return { at: wordEnd[nth]! + 1, name: nth };
};

/** Returns whether two lines have the same speaker. */
export const sameSpeaker = ({ wordHash }: Page, one: Speech, other: Speech): boolean =>
  one.name >= 0 && other.name >= 0 && wordHash[one.name] === wordHash[other.name];

/** Maximum length of a line in units. */
const LONGEST = 300;
/** Words that may come between the speaker and the number. */
export const FILLERS = hashesOf(`
  haan han ha ji yes yeah yep ok okay sir madam maam mam its it's it is was the hai h theek thik here here's sure ya hello hi ye yeh that
  this one wo woh so um uh well likhiye likho likh note kijiye karo kar lijiye lo number no mera my
  हाँ हां जी सर मैडम ठीक है लिखिए लिखो नोट कीजिए यह ये मेरा नंबर नम्बर हो हे आहे`);
