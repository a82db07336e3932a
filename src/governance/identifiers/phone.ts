/**
 * Indian telephone numbers (National Numbering Plan 2003, E.164 country code 91): a mobile number is ten digits that
 * begin with 6 to 9; a landline is an area code of two to four digits and a subscriber number, ten digits together.
 */
import type { Detector } from '../pii/candidate.ts';
import { labelAfter, labelBefore } from '../pii/context.ts';
import { LABEL } from '../pii/labels.ts';
import {
  cutAt,
  digitsOf,
  EDGE,
  edgeBefore,
  endsClean,
  standsAlone,
  uniform,
  type Chain,
} from '../pii/numbers.ts';
import { KIND, KINDS, SEP, type Page, type Sep } from '../pii/page.ts';
import { normalise } from '../text.ts';

/** True for a text that is one Indian mobile number, with or without +91, 91, 0091 or 0 and with separators. */
export const isIndianMobile = (text: string): boolean => {
  const plain = normalise(text).replaceAll(/[\s().-]/g, '');
  return /^(?:\+91|0091|91|0)?0?[6-9]\d{9}$/.test(plain);
};

/** Area codes of two digits: the eight cities that have one. All others have three or four digits. */
const METROS: ReadonlySet<string> = new Set(['11', '20', '22', '33', '40', '44', '79', '80']);

/** True for ten digits that are an area code of `area` digits and a subscriber number. */
const isLandline = (national: string, area: number): boolean => {
  const first = national.charCodeAt(0);
  if (area < 2 || area > 4 || first < 49 || first > 56) return false;
  if (area === 2 && !METROS.has(national.slice(0, 2))) return false;
  const subscriber = national.charCodeAt(area);
  return subscriber >= 50 && subscriber <= 55;
};

const isLandlineOfAnyArea = (national: string): boolean =>
  [2, 3, 4].some((area) => isLandline(national, area));

const isMobile = (national: string): boolean => national.charCodeAt(0) >= 54;

/**
 * Lengths of the national number by country code (E.164): the countries that Indians call most, and those of one digit.
 * Others are taken with 7 to 12 digits.
 */
const NATIONAL: Readonly<Record<string, readonly [number, number]>> = {
  1: [10, 10],
  7: [10, 10],
  20: [9, 10],
  27: [9, 9],
  31: [9, 9],
  33: [9, 9],
  34: [9, 9],
  39: [8, 11],
  41: [9, 9],
  44: [9, 10],
  49: [7, 11],
  60: [8, 10],
  61: [9, 9],
  62: [9, 12],
  63: [9, 10],
  64: [8, 10],
  65: [8, 8],
  66: [8, 9],
  81: [9, 10],
  82: [8, 10],
  84: [9, 10],
  86: [10, 11],
  92: [9, 10],
  93: [9, 9],
  94: [9, 9],
  95: [7, 10],
  98: [10, 10],
  353: [7, 9],
  852: [8, 8],
  880: [8, 10],
  960: [7, 7],
  965: [8, 8],
  966: [8, 9],
  968: [8, 8],
  971: [8, 9],
  973: [8, 8],
  974: [8, 8],
  975: [7, 8],
  977: [8, 10],
};

/** Zones of E.164 whose country codes have two digits; every other beginning but 1 and 7 has three. */
const TWO_DIGIT = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

const foreignLengths = (digits: string): readonly [number, number, number] | null => {
  if (digits.startsWith('0')) return null;
  const width = digits.startsWith('1') || digits.startsWith('7') ? 1 : TWO_DIGIT.test(digits) ? 2 : 3;
  const [least, most] = NATIONAL[digits.slice(0, width)] ?? [7, 12];
  return [width, least, most];
};

const JOINS: ReadonlySet<Sep> = new Set([
  SEP.space,
  SEP.spaces,
  SEP.hyphen,
  SEP.dash,
  SEP.dot,
  SEP.open,
  SEP.close,
]);

const joined = (chain: Chain, k: number): boolean => {
  for (let at = 1; at <= k; at++) if (!JOINS.has(chain.seps[at]!)) return false;
  return true;
};

/** A bracket that opens before the first run and closes after it belongs to the number. */
const opening = (page: Page, chain: Chain, start: number): number =>
  start > 0 && page.codes[start - 1] === 40 && chain.seps[1] === SEP.close ? start - 1 : start;

/** A number with '+' and a country code. The sign says what it is: no label can say otherwise. */
export const findInternational: Detector = ({ page, chain }) => {
  const first = page.groupStart[chain.first]!;
  if (
    first === 0 ||
    page.codes[first - 1] !== 43 ||
    (first > 1 && KINDS[page.codes[first - 2]!] === KIND.digit)
  )
    return null;
  const start = opening(page, chain, first - 1);
  for (let k = chain.count - 1; k >= 0; k--) {
    const total = chain.totals[k]!;
    if (total < 8 || total > 15 || !joined(chain, k)) continue;
    const end = page.groupEnd[chain.first + k]!;
    if (!endsClean(page, end)) continue;
    const digits = digitsOf(page, chain, k);
    if (digits.startsWith('91')) {
      const national = digits.slice(digits[2] === '0' ? 3 : 2);
      if (national.length === 10 && (isMobile(national) || isLandlineOfAnyArea(national)))
        return { type: 'phone', start, end, confidence: 0.97 };
    } else {
      const lengths = foreignLengths(digits);
      if (!lengths) return null;
      const [width, least, most] = lengths;
      const rest = total - width - (digits[width] === '0' ? 1 : 0);
      if (rest >= least && rest <= most) return { type: 'phone', start, end, confidence: 0.9 };
    }
  }
  return null;
};

const NEEDS_LABEL = EDGE.glued | EDGE.hyphenWord | EDGE.hash | EDGE.underscore | EDGE.slashWord | EDGE.equals;
const NEVER = EDGE.masked | EDGE.money | EDGE.tight;
const KINDRED: ReadonlySet<number> = new Set([LABEL.unknown, LABEL.phone, LABEL.upi, LABEL.email]);
const PLAIN = [[10], [5, 5], [3, 3, 4], [4, 3, 3]] as const;

/** How a national number is written: its digits before the ten, and what may be made of it without a label (0: nothing). */
interface Shape {
  readonly k: number;
  readonly prefix: number;
  readonly unlabelled: number;
}

const restIs = (chain: Chain, from: number, k: number, lengths: readonly number[]): boolean => {
  if (k - from !== lengths.length - 1) return false;
  for (let at = 0; at < lengths.length; at++) if (chain.lengths[from + at] !== lengths[at]) return false;
  return true;
};

/** The ten digits behind a prefix of `prefix` digits, when the chain holds them in a form that somebody writes. */
const shapeOf = (chain: Chain, digits: string, k: number, prefix: number): Shape | null => {
  const national = digits.slice(prefix);
  let own = 0;
  while (own <= k && chain.totals[own]! < prefix) own++;
  const split = prefix > 0 && chain.totals[own] === prefix;
  const from = split ? own + 1 : 0;
  if (prefix === 1 && k > 0) {
    const area = split ? chain.lengths[own + 1]! : chain.lengths[0]! - 1;
    const sep = chain.seps[split ? own + 2 : 1];
    if (isLandline(national, area))
      return { k, prefix, unlabelled: sep === SEP.space ? (area === 2 ? 0.6 : 0) : k <= 2 ? 0.75 : 0 };
  }
  if (isMobile(national)) {
    const plain =
      split || prefix === 0
        ? PLAIN.some((lengths) => restIs(chain, from, k, lengths))
        : k === 0 || restIs(chain, 1, k, [5]);
    if (prefix > 0) return { k, prefix, unlabelled: plain ? (prefix === 2 && !split ? 0.55 : 0.75) : 0 };
    return { k, prefix, unlabelled: plain && uniform(chain, k) ? (k === 1 ? 0.7 : 0.6) : 0 };
  }
  if (prefix === 1) return k === 0 && isLandlineOfAnyArea(national) ? { k, prefix, unlabelled: 0 } : null;
  return isLandlineOfAnyArea(national) && k > 0 && !(prefix === 0 && chain.lengths[0]! > 4)
    ? { k, prefix, unlabelled: 0 }
    : null;
};

/** Prefixes by total length: 0091 and 91 0, 91, 0, none. */
const PREFIXES = [
  [14, '0091'],
  [13, '910'],
  [12, '91'],
  [11, '0'],
  [10, ''],
] as const;

const shapes = (page: Page, chain: Chain): Shape | null => {
  for (const [total, prefix] of PREFIXES) {
    const k = cutAt(chain, total);
    if (k < 0 || !joined(chain, k)) continue;
    const digits = digitsOf(page, chain, k);
    if (!digits.startsWith(prefix)) continue;
    const shape = shapeOf(chain, digits, k, prefix.length);
    if (shape) return shape;
  }
  return null;
};

/** A number without '+'. Its label decides; without one, the form must be usual and nothing may speak against it. */
export const findNational: Detector = ({ page, chain, claimed }) => {
  if (chain.count === 0 || chain.totals[chain.count - 1]! < 10 || chain.lengths[0]! > 14) return null;
  const first = page.groupStart[chain.first]!;
  const shape = shapes(page, chain);
  if (!shape) return null;
  const edge = edgeBefore(page, first);
  if ((edge & NEVER) !== 0 || page.codes[first - 1] === 43) return null;
  const word = page.groupWord[chain.first]!;
  const { label, attached } = labelBefore(page, first, word);
  if (attached && !KINDRED.has(label)) return null;
  const end = page.groupEnd[chain.first + shape.k]!;
  const near = label === LABEL.phone || (label === LABEL.upi && attached);
  const own = near && attached;
  if (!own && (!endsClean(page, end) || !standsAlone(page, chain, shape.k, claimed))) return null;
  if (own && shape.k > 0 && shape.unlabelled === 0 && !standsAlone(page, chain, shape.k, claimed))
    return null;
  const labelled = near || labelAfter(page, end, page.groupWord[chain.first + shape.k]!) === LABEL.phone;
  const start = opening(page, chain, first);
  if (labelled && (own || (edge & (EDGE.glued | EDGE.hyphenWord)) === 0))
    return { type: 'phone', start, end, confidence: own ? 0.95 : 0.85 };
  if ((edge & NEEDS_LABEL) !== 0 || shape.unlabelled === 0) return null;
  return { type: 'phone', start, end, confidence: label === LABEL.other ? 0.5 : shape.unlabelled };
};
