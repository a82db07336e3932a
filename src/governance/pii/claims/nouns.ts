/** Recognises nouns followed by a number that is not a telephone: "estimate no. 65…", "login id 81…", "शिकायत क्र. 98…". */
import { hashesOf, LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isSomebody } from '../setting/somebody.ts';
import { OF_PHONES, THINGS } from '../setting/words.ts';

/** Formal words for a document's number. A person's number is called "नंबर" instead. */
const FORMAL = hashesOf('क्रमांक क्र सं संख्या');

/** Endings that occur in English nouns but not in names of people in India. */
const NOUN =
  /(?:ment|tion|sion|ance|[^r]ence|..ate|..age|.oice|.ure|..ing|[^n]ity|.ery|ipt|uct|ect|ype|ode|.ile|ule|.oup|ount|.oad|.ift)$/i;

/** Genitives, as in "complaint ka number". */
const GENITIVES = hashesOf('ka ki ke का की के');

/** Maximum number of units between a noun and its "no". */
const GAP = 2;

const textOf = ({ codes, wordStart, wordEnd }: Page, nth: number): string =>
  String.fromCharCode(...codes.subarray(wordStart[nth], Math.min(wordEnd[nth]!, wordStart[nth]! + 24)));

const isCapital = ({ codes, wordStart }: Page, nth: number): boolean =>
  KINDS[codes[wordStart[nth]!]!] === KIND.upper;

const isScript = ({ codes, wordStart }: Page, nth: number): boolean =>
  KINDS[codes[wordStart[nth]!]!] === KIND.script;

/** Returns whether word `nth` certainly names a thing, because it is listed or has an ending that names of people do not have. */
export const isThing = (page: Page, nth: number): boolean => {
  const label = page.wordLabel[nth]!;
  const hash = page.wordHash[nth]!;
  if (label === LABEL.other || label === LABEL.thing) return true;
  if (label !== LABEL.unknown || OF_PHONES.has(hash)) return false;
  return (
    THINGS.has(hash) ||
    (!isScript(page, nth) && page.wordEnd[nth]! - page.wordStart[nth]! > 4 && NOUN.test(textOf(page, nth)))
  );
};

/**
 * Returns whether word `nth` is a "no" or an "id" that belongs to the noun directly before it. Returns false if that noun is a
 * person.
 */
export const isNumberOfThing = (page: Page, nth: number): boolean => {
  const label = page.wordLabel[nth]!;
  const owner = nth - 1;
  if (owner < 0 || (label !== LABEL.number && label !== LABEL.id)) return false;
  const gap = page.wordStart[nth]! - page.wordEnd[owner]!;
  if (gap > GAP || page.codes[page.wordEnd[owner]!] === 10) return false;
  if (isThing(page, owner)) return true;
  if (GENITIVES.has(page.wordHash[owner]!)) return owner > 0 && isThing(page, owner - 1);
  const own = page.wordLabel[owner]!;
  if (label === LABEL.id && own === LABEL.party) return true;
  if (own !== LABEL.unknown || isSomebody(page, owner)) return false;
  if (page.wordEnd[owner]! - page.wordStart[owner]! < 3) return false;
  if (label === LABEL.id) return true;
  return isScript(page, owner) && FORMAL.has(page.wordHash[nth]!);
};

/** Words for messages sent to a telephone. The number after such a word may be a telephone number. */
const MESSAGES = hashesOf(
  'msg message messages link location sms photo photos pic video mail text reply hi hello voice note',
);

/** Returns whether word `nth` may name something that was sent or issued: a noun for neither a person nor a message. */
export const isObject = (page: Page, nth: number): boolean => {
  const label = page.wordLabel[nth]!;
  const hash = page.wordHash[nth]!;
  if (MESSAGES.has(hash)) return false;
  if (isThing(page, nth)) return true;
  if (label !== LABEL.unknown || isSomebody(page, nth) || isScript(page, nth) || isCapital(page, nth))
    return false;
  return page.wordEnd[nth]! - page.wordStart[nth]! > 3;
};
