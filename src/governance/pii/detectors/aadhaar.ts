/** Finds Aadhaar numbers and Virtual IDs. */
import { contextOf, contextPastCard, edgeOf, type Detector } from '../candidate.ts';
import { labelAfter } from '../label/behind.ts';
import { FORM, weigh } from '../evidence.ts';
import { LABEL } from '../page/labels.ts';
import {
  type Chain,
  EDGE,
  endsClean,
  endsInCode,
  groupingKey,
  hasExponent,
  laterGroup,
  sepBits,
  standsAlone,
  uniform,
} from '../numbers.ts';
import { type Page, SEP, type Sep } from '../page/page.ts';
import { isSerial } from '../serial.ts';
import { opensTiles } from '../tiles.ts';
import { holdsAadhaar } from '../../identifiers/checks.ts';
import { verhoeffHolds } from '../../identifiers/verhoeff.ts';

const NEEDS_LABEL = EDGE.glued | EDGE.hyphenWord | EDGE.hash;
const NEVER = EDGE.masked | EDGE.money | EDGE.tight;

const FOURS = groupingKey(4, 4, 4);
const FOUR_FOURS = groupingKey(4, 4, 4, 4);
/** Separators that never occur in an Aadhaar number: brackets and a phone number's plus sign. */
const NEVER_WITHIN = sepBits(SEP.open, SEP.close, SEP.plus);
const UNUSUAL = sepBits(SEP.line, SEP.colon, SEP.open, SEP.close, SEP.plus);

/**
 * Returns whether exactly one line break splits a 4-4-4 number and no other number is next to it. The second condition excludes
 * columns of figures.
 */
const wraps = (page: Page, chain: Chain): boolean => {
  const [one, two] = [chain.seps[1]!, chain.seps[2]!];
  if ((one === SEP.line) === (two === SEP.line)) return false;
  if ((sepBits((one === SEP.line ? two : one) as Sep) & UNUSUAL) !== 0) return false;
  const next = chain.first + 3;
  return page.groupSep[chain.first] === SEP.none && (page.groupSep[next] ?? SEP.none) === SEP.none;
};

/**
 * Returns whether twelve digits are a date and time from 2000 to 2049 (202611281650), or from 2020 to 2039 with a two-digit year.
 */
const isMoment = (digits: Uint8Array): boolean => {
  const pair = (at: number): number => digits[at]! * 10 + digits[at + 1]!;
  const clock = pair(8) < 24 && pair(10) < 60;
  const yearFirst = pair(0) === 20 && pair(2) < 50 && isDay(pair(4), pair(6));
  const dayFirst = pair(4) === 20 && pair(6) < 50 && isDay(pair(2), pair(0));
  const short = pair(0) >= 20 && pair(0) < 40 && isDay(pair(2), pair(4)) && pair(6) < 24 && pair(8) < 60;
  return (clock && (yearFirst || dayFirst)) || (short && pair(10) < 60);
};

const isDay = (month: number, day: number): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31;

/**
 * Finds twelve digits, in one run or grouped 4-4-4, that pass the check, unless a label outweighs them. Under an Aadhaar label,
 * any grouping is accepted, and a failed check only lowers the confidence because a mistyped number is still personal data.
 */
export const findAadhaar: Detector = (search) => {
  const { page, chain, claimed, start } = search;
  const k = chain.cuts[12]!;
  if (k < 0) return null;
  const grouped = chain.keys[k] === FOURS;
  const valid = holdsAadhaar(chain.digits);
  if (!valid && k > 0 && !grouped) return null;
  if ((edgeOf(search) & NEVER) !== 0 || page.codes[start - 1] === 43) return null;
  const context = contextPastCard(search);
  const { label, attached, slot } = context;
  const end = page.groupEnd[search.group + k]!;
  const own = label === LABEL.aadhaar;
  const close = k === 0 || ((chain.joints[k]! & NEVER_WITHIN) === 0 && !endsInCode(page, chain, k));
  if (own && attached && close) {
    if (hasExponent(page, end)) return null;
    const later = valid ? -1 : laterGroup(page, chain, search.claimed, [4, 4, 4], holdsAadhaar);
    if (later >= 0)
      return {
        type: 'aadhaar',
        start: page.groupStart[later]!,
        end: page.groupEnd[later + 2]!,
        confidence: 0.95,
      };
    const confidence = weigh('aadhaar', valid ? FORM.aadhaar.grouped : FORM.aadhaar.failed, context, true);
    return { type: 'aadhaar', start, end, confidence };
  }
  const wrapped = grouped && wraps(page, chain);
  const boxed = chain.lengths[0] === 1 && k === 11 && uniform(chain, k, UNUSUAL);
  const regular = k === 0 || wrapped || boxed || (grouped && uniform(chain, k, UNUSUAL));
  if (!valid || !regular || (edgeOf(search) & NEEDS_LABEL) !== 0) return null;
  if (!endsClean(page, end)) return null;
  if (!standsAlone(page, chain, k, claimed) && !(grouped && opensTiles(page, search.group, 3, claimed)))
    return null;
  const mobile = chain.digits[0] === 9 && chain.digits[1] === 1 && chain.digits[2]! >= 6;
  if (mobile && label === LABEL.phone) return null;
  const behind = labelAfter(page, end, page.groupWord[search.group + k]!, slot) === LABEL.aadhaar;
  if (!own && !behind && k === 0 && isMoment(chain.digits)) return null;
  // Rows of single digits, such as marks in a table, often pass the check by chance, so digits in form boxes need an Aadhaar
  // label.
  if (boxed && !own && !behind) return null;
  if (k === 0 && !own && !behind && isSerial(page, search.group, holdsAadhaar)) return null;
  const form = mobile || wrapped ? 'doubtful' : grouped || boxed ? 'grouped' : 'bare';
  const confidence = weigh('aadhaar', FORM.aadhaar[form], context, own, behind, 0, k === 0);
  return confidence === 0 ? null : { type: 'aadhaar', start, end, confidence };
};

/** Finds sixteen digits that pass the Verhoeff check under a VID or Aadhaar label. */
export const findVid: Detector = (search) => {
  const { page, chain, start } = search;
  const k = chain.cuts[16]!;
  if (k < 0 || !(k === 0 || (chain.keys[k] === FOUR_FOURS && uniform(chain, k, UNUSUAL)))) return null;
  if ((edgeOf(search) & NEVER) !== 0) return null;
  const { label, attached } = contextOf(search);
  if (label !== LABEL.vid && !(label === LABEL.aadhaar && attached)) return null;
  const valid = verhoeffHolds(chain.digits, 16);
  if (!valid && !(label === LABEL.vid && attached)) return null;
  return { type: 'vid', start, end: page.groupEnd[search.group + k]!, confidence: valid ? 0.95 : 0.55 };
};
