import type { Detector } from '../candidate.ts';
import { askedFor } from '../claims/asked.ts';
import { isSpeaker } from '../claims/speech.ts';
import { labelAfter } from '../label/behind.ts';
import type { Context } from '../label/context.ts';
import { isInTable, labelAt } from '../label/label-at.ts';
import { LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { isAlnum, isLetter, looksLike } from '../shapes.ts';
import { isHolderLetter } from '../../identifiers/pan.ts';
import { wordsUpTo } from './labelled.ts';

/** Returns whether the word that ends at unit `at` is "PAN", written directly before the number ("PANABCPE1234F"). */
const gluedLabel = (page: Page, at: number): boolean => {
  const { codes } = page;
  return (
    at >= 3 &&
    (codes[at - 3]! | 32) === 112 &&
    (codes[at - 2]! | 32) === 97 &&
    (codes[at - 1]! | 32) === 110 &&
    (at === 3 || !isAlnum(codes[at - 4]!))
  );
};

/**
 * Returns the index of the unit that is `count` letters before `at`, skipping single spaces or hyphens; -1 if there is anything
 * else in between.
 */
const lettersBack = (page: Page, at: number, count: number): number => {
  let left = count;
  let index = at;
  let gaps = 0;
  while (left > 0 && index > 0) {
    const code = page.codes[index - 1]!;
    if (isLetter(code)) {
      left--;
      gaps = 0;
    } else if ((code !== 32 && code !== 45) || ++gaps > 1) return -1;
    index--;
  }
  return left === 0 ? index : -1;
};

/**
 * Returns the end of `digits` digits and one letter that start at `at`, skipping single spaces or hyphens; -1 if there is
 * anything else in between.
 */
const restForward = (page: Page, at: number, digits: number): number => {
  let left = digits + 1;
  let gaps = 0;
  for (let index = at; index < page.length; index++) {
    const code = page.codes[index]!;
    if (left > 1 ? KINDS[code] === KIND.digit : isLetter(code)) {
      gaps = 0;
      if (--left === 0) return index + 1;
    } else if ((code !== 32 && code !== 45) || ++gaps > 1) return -1;
  }
  return -1;
};

const strictAt = (page: Page, digitsStart: number, digitsEnd: number): boolean => {
  if (digitsEnd - digitsStart !== 4 || digitsStart < 5 || digitsEnd >= page.length) return false;
  for (let at = digitsStart - 5; at < digitsStart; at++) if (!isLetter(page.codes[at]!)) return false;
  return isLetter(page.codes[digitsEnd]!);
};

/** Returns whether the same letter occurs six times, as in placeholders for a PAN: "XXXXX1234X", "AAAAA0000A". */
const isSample = ({ codes }: Page, start: number): boolean => {
  const last = codes[start + 9]! | 32;
  for (let at = start; at < start + 5; at++) if ((codes[at]! | 32) !== last) return false;
  return true;
};

/**
 * Words that precede article codes, which may have the shape of a PAN. Codes of claims, orders and files do not have that shape.
 */
const ARTICLE =
  /(?<![a-z])(?:sku|model|part|product|item|batch|lot|coupon|voucher|promo|barcode|serial|catalogue|style)s?[^a-z\d]{0,3}(?:(?:no|number|code|id)[^a-z\d]{0,4})?$/;

const ARTICLE_REACH = 24;

/** Returns whether the label before unit `start` shows that a PAN-shaped code is something else. */
const isContrary = (page: Page, start: number, { label, attached }: Context): boolean => {
  if (!attached) return false;
  if (label === LABEL.vehicle || label === LABEL.ifsc) return true;
  if (label === LABEL.other && isInTable(page, start)) return true;
  const before = page.codes.subarray(Math.max(0, start - ARTICLE_REACH), start);
  return ARTICLE.test(String.fromCharCode(...before).toLowerCase());
};

/** Returns 2 if all letters are upper case, 1 if all are lower case, and 0 if they are mixed. */
const letterCase = (page: Page, start: number, end: number): number => {
  let capitals = 0;
  let smalls = 0;
  for (let at = start; at < end; at++) {
    if (KINDS[page.codes[at]!] === KIND.upper) capitals++;
    else if (KINDS[page.codes[at]!] === KIND.lower) smalls++;
  }
  return smalls === 0 ? 2 : capitals === 0 ? 1 : 0;
};

/** Returns whether a sex and a date of birth follow without a gap, as in fixed-width rows: "M19710812". */
const beforeBirth = ({ codes }: Page, at: number): boolean =>
  /^[MFT](?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)(?![A-Za-z\d])/.test(
    String.fromCharCode(...codes.subarray(at, at + 10)),
  );

/**
 * Finds a PAN around a run of four digits. Without a label, the fourth letter must be one that is used in PANs, and lower-case
 * letters reduce the confidence. Under a PAN label, any fourth letter, spaces, and letters misread as digits (and vice versa) are
 * accepted.
 */
export const findPan: Detector = ({ page, group }) => {
  const digitsStart = page.groupStart[group]!;
  const digitsEnd = page.groupEnd[group]!;
  const { codes } = page;
  if (strictAt(page, digitsStart, digitsEnd)) {
    const start = digitsStart - 5;
    const end = digitsEnd + 1;
    if (isSample(page, start)) return null;
    const glued = gluedLabel(page, start);
    if (start > 0 && isAlnum(codes[start - 1]!) && !glued) return null;
    const before = labelAt(page, start, wordsUpTo(page, page.groupWord[group]!, start), LABEL.card);
    const labelled = glued || before.label === LABEL.pan;
    const written = letterCase(page, start, end);
    if (end < page.length && isAlnum(codes[end]!)) {
      const runsOn = labelled && KINDS[codes[end]!] === KIND.lower && KINDS[codes[end - 1]!] === KIND.upper;
      if (!runsOn && !beforeBirth(page, end)) return null;
    }
    if (labelled || labelAfter(page, end, page.groupWord[group]! + 1) === LABEL.pan)
      return { type: 'pan', start, end, confidence: 0.97 };
    const holder = isHolderLetter(String.fromCharCode(codes[start + 3]! & ~32));
    if (!holder || written === 0 || isContrary(page, start, before)) return null;
    return { type: 'pan', start, end, confidence: written === 2 ? 0.8 : 0.5 };
  }
  return findLoose(page, group, digitsStart);
};

/** Finds PANs that need an attached PAN label: those with gaps, and those in which a letter was misread as a digit. */
const findLoose = (page: Page, group: number, digitsStart: number): ReturnType<Detector> => {
  const start = lettersBack(page, digitsStart, 5);
  if (start >= 0 && (start === 0 || !isAlnum(page.codes[start - 1]!))) {
    const end = restForward(page, digitsStart, 4);
    if (end > 0 && (end === page.length || !isAlnum(page.codes[end]!))) {
      const word = wordsUpTo(page, page.groupWord[group]!, start);
      const { label, attached } = labelAt(page, start, word, LABEL.card);
      if (label === LABEL.pan && attached) return { type: 'pan', start, end, confidence: 0.9 };
      if ((!attached || isSpeaker(page, start, word)) && askedFor(page, start, word) === LABEL.pan)
        return { type: 'pan', start, end, confidence: 0.7 };
    }
  }
  let from = digitsStart;
  while (from > 0 && digitsStart - from < 10 && isAlnum(page.codes[from - 1]!)) from--;
  const to = from + 10;
  if (
    to > page.length ||
    (from > 0 && isAlnum(page.codes[from - 1]!)) ||
    (to < page.length && isAlnum(page.codes[to]!))
  )
    return null;
  if (!looksLike(page.codes, from, 'LLLLLDDDDL')) return null;
  const { label, attached } = labelAt(page, from, wordsUpTo(page, page.groupWord[group]!, from), LABEL.card);
  if (label !== LABEL.pan || !attached) return null;
  return { type: 'pan', start: from, end: to, confidence: 0.6 };
};
