/** Finds words on a number's own line that name it but are not in the label lists. */
import { hashesOf, LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isDigit } from '../page/units.ts';
import { COUNTED, PEOPLE } from '../setting/words.ts';
import { isNumberOfThing, isObject, isThing } from './nouns.ts';

/** Verbs between "no" and the number: "complaint no hai 99…". */
const COPULAS = hashesOf('is was hai h tha are');

/** Maximum number of units between the number and the word that names it. */
const TOUCH = 4;

/** Returns whether `[from, to)` is short and contains no letter, digit, comma or line break. */
const touches = ({ codes }: Page, from: number, to: number): boolean => {
  if (to - from > TOUCH) return false;
  for (let at = from; at < to; at++)
    if (codes[at] === 10 || codes[at] === 44 || KINDS[codes[at]!] !== KIND.other) return false;
  return true;
};

const SENT = hashesOf(
  `bheja bheji bheje banaya banayi nikala nikali daala dala daali dali lagaya lagayi khola khulwaya karaya karwaya karvaya likhwaya
  sent issued raised generated created prepared uploaded submitted registered lodged logged filed opened`,
);
const GAVE = hashesOf('diya di dia diye kiya kia kari ki gaya gayi');
/** Auxiliary verbs, as in "Ticket daala tha 99…". */
const AUXILIARIES = hashesOf('tha thi the hai hain ho');
/** Words that mark the number before them as a telephone: "98… pe". */
const REACHES = hashesOf('pe par ko se');
/** Pronouns, as in "Complaint kiya tha uska no 99…". */
const PRONOUNS = hashesOf('uska uski uske iska iski iske jiska jiski jiske its');
const VERBS = hashesOf(
  'bhej bana nikal kaat kat daal dal de issue generate raise create send prepare submit jama kar',
);

/** Returns the word before the verb for sending or issuing that ends with word `last`, or -1 if there is no such verb. */
const beforeVerb = ({ wordHash }: Page, last: number): number => {
  const nth = last > 0 && AUXILIARIES.has(wordHash[last]!) ? last - 1 : last;
  if (nth > 0 && SENT.has(wordHash[nth]!)) return nth - 1;
  if (nth < 2 || !GAVE.has(wordHash[nth]!) || !VERBS.has(wordHash[nth - 1]!)) return -1;
  return VERBS.has(wordHash[nth - 2]!) && nth > 2 ? nth - 3 : nth - 2;
};

/**
 * Returns whether the words directly before the number name it: "estimate no. 65…", "login id is 81…", "estimate bhej diya 65…".
 */
export const isNamedBefore = (page: Page, start: number, word: number): boolean => {
  let nth = word - 1;
  while (nth >= 0 && page.wordEnd[nth]! > start) nth--;
  if (nth < 0 || !touches(page, page.wordEnd[nth]!, start)) return false;
  const object = beforeVerb(page, nth);
  if (
    object >= 0 &&
    !REACHES.has(page.wordHash[word] ?? 0) &&
    touches(page, page.wordEnd[object]!, page.wordStart[object + 1]!) &&
    isObject(page, object)
  )
    return true;
  if (
    COPULAS.has(page.wordHash[nth]!) &&
    nth > 0 &&
    touches(page, page.wordEnd[nth - 1]!, page.wordStart[nth]!)
  )
    nth--;
  return isNumberOfThing(page, nth) || isItsNumber(page, nth) || CITED.has(page.wordHash[nth]!);
};

/** Verbs for citing a reference, as in "Call 1800…, quoting 88…". */
const CITED = hashesOf('quote quoting mention mentioning cite citing');

/** Maximum number of words from a noun to the pronoun that refers to it. */
const ITS_WITHIN = 4;

/** Returns whether word `nth` refers to the number of something named by a pronoun: "complaint kiya tha uska no". */
const isItsNumber = (page: Page, nth: number): boolean => {
  if (page.wordLabel[nth] !== LABEL.number || nth < 2 || !PRONOUNS.has(page.wordHash[nth - 1]!)) return false;
  for (let at = nth - 2; at >= 0 && at >= nth - 2 - ITS_WITHIN; at--) {
    if (isThing(page, at)) return page.codes.subarray(page.wordEnd[at], page.wordStart[nth]).indexOf(10) < 0;
    const isName = KINDS[page.codes[page.wordStart[at]!]!] === KIND.upper;
    if (isName || PEOPLE.has(page.wordHash[at]!) || page.wordLabel[at] === LABEL.party) return false;
  }
  return false;
};

/** Maximum distance from the number to the end of a clause that names it. */
const REACH = 60;
/** Matches "it's a bag seal no" and "this is your login id", with up to three words before "no" or "id". */
const IDENTITY =
  /\b(?:it'?s|it is|this is|that'?s|that is|ye|yeh) (?:[a-z]+ ){1,4}?(?:no|number|id|code|ref)\b/i;

/** "SMS STATUS 8825482086 to 56767": a number that is sent to a short code is a reference. */
const SHORT_CODE = /^["')\]]? to \d{4,6}(?:\D|$)/;

const OF_IDENTITY = hashesOf('it its this that thats ye yeh');

/** Returns whether a word that starts an explaining clause, such as "this" or "it's", follows closely. */
const hasPronoun = ({ wordStart, wordHash }: Page, end: number, word: number): boolean => {
  for (let nth = word; nth < wordStart.length && wordStart[nth]! - end < REACH; nth++)
    if (OF_IDENTITY.has(wordHash[nth]!)) return true;
  return false;
};

/** Returns whether a clause after the number, on the same line, shows that the number identifies a thing. */
export const isExplained = (page: Page, end: number, word: number): boolean => {
  const { codes, length } = page;
  if (codes[end + 1] === 116 || codes[end + 2] === 116)
    if (SHORT_CODE.test(String.fromCharCode(...codes.subarray(end, end + 12)))) return true;
  if (!hasPronoun(page, end, word)) return false;
  let to = end;
  let digits = 0;
  for (; to < length && to - end < REACH && codes[to] !== 10; to++) {
    digits = isDigit(codes[to]) ? digits + 1 : 0;
    if (digits > 5) break;
  }
  const text = String.fromCharCode(...codes.subarray(end, to));
  const found = IDENTITY.exec(text);
  if (!found) return false;
  const edge = end + found.index + found[0].length;
  for (let nth = word; nth < page.wordStart.length && page.wordStart[nth]! < edge; nth++)
    if (page.wordEnd[nth] === edge) return isNumberOfThing(page, nth) || page.wordLabel[nth] === LABEL.other;
  return false;
};

const RANGE = hashesOf('to se से till upto thru through');

/** Maximum number of units between the two ends of a range. */
const APART = 8;
/** Number of leading digits that the two ends of a range share. */
const SAME = 5;

/**
 * Returns whether runs `one` and `one + 1` form a range: they have the same length and the same first digits and are joined by
 * "to" or a dash.
 */
const isRange = (page: Page, one: number): boolean => {
  const { codes, groupStart, groupEnd, groupWord, wordHash } = page;
  const other = one + 1;
  if (one < 0 || other >= groupStart.length) return false;
  const [start, end, next] = [groupStart[one]!, groupEnd[one]!, groupStart[other]!];
  if (end - start < 10 || groupEnd[other]! - next !== end - start || next - end > APART) return false;
  for (let at = 0; at < SAME; at++) if (codes[start + at] !== codes[next + at]) return false;
  let same = true;
  for (let at = SAME; same && at < end - start; at++) same = codes[start + at] === codes[next + at];
  if (same) return false;
  const words = groupWord[other]! - groupWord[one]!;
  if (words > 0) return words === 1 && RANGE.has(wordHash[groupWord[one]!]!);
  for (let at = end; at < next; at++) if (codes[at] === 45) return true;
  return false;
};

/** Returns whether run `group` is the start or end of a range of serial numbers. */
export const isInRange = (page: Page, group: number): boolean =>
  isRange(page, group) || isRange(page, group - 1);

/** Returns whether the word after unit `end` makes the number a quantity: "576925795335 bytes". */
export const isCounted = ({ codes, wordStart, wordHash }: Page, end: number, word: number): boolean =>
  word < wordStart.length && wordStart[word] === end + 1 && codes[end] === 32 && COUNTED.has(wordHash[word]!);

/** Words at the start of a payment line in a bank statement: "UPI-ASHA-…", "IMPS/P2A/…". */
const PAYMENTS = hashesOf(
  'upi imps neft rtgs ach nach ecs pos inb mmt bil ift tpt cms ebanking billdesk payu razorpay',
);
/** Maximum number of units between the first word of a payment line and the number. */
const NARRATION = 90;

const HYPHEN = 45;
const SLASH = 47;

/** Returns whether the bare number is a field of a payment narration in a bank statement. */
export const isInNarration = (page: Page, start: number, end: number, word: number): boolean => {
  const { codes, wordStart, wordEnd, wordHash } = page;
  const sign = codes[start - 1];
  if (sign !== HYPHEN && sign !== SLASH) return false;
  if (codes[end] !== sign && codes[end] !== undefined && codes[end] !== 10 && codes[end] !== 32) return false;
  for (let nth = word - 1; nth >= 0 && start - wordStart[nth]! < NARRATION; nth--) {
    if (codes[wordEnd[nth]!] === sign && PAYMENTS.has(wordHash[nth]!))
      return codes.subarray(wordEnd[nth], start).indexOf(10) < 0;
  }
  return false;
};
