/** Finds telephone numbers: international ones with a plus sign, and Indian ones without. */
import { contextOf, edgeOf, type Candidate, type Detector, type Search } from '../candidate.ts';
import { isNamedBehind, labelAfter } from '../label/behind.ts';
import { weigh } from '../evidence.ts';
import { contextFor } from '../label/context.ts';
import { hashOf, LABEL, type Label } from '../page/labels.ts';
import {
  EDGE,
  endsClean,
  endsInCode,
  hasExponent,
  sepBits,
  standsAlone,
  uniform,
  type Chain,
} from '../numbers.ts';
import { KIND, KINDS, SEP, type Page } from '../page/page.ts';
import { isCallOf, isNameSlash } from '../setting/beside.ts';
import { OF_PHONES } from '../setting/words.ts';
import { settingOf } from '../setting/weigh.ts';
import { isJoinedMobile, opensMobiles } from '../tiles.ts';
import { isLandline, isLandlineSomewhere } from '../../identifiers/phone.ts';
import { isDialled } from '../../identifiers/calling-codes.ts';

const JOINS = sepBits(SEP.none, SEP.space, SEP.spaces, SEP.hyphen, SEP.dash, SEP.dot, SEP.open, SEP.close);

const DOTTED = sepBits(SEP.dot);
const HYPHENED = sepBits(SEP.hyphen);

const joined = (chain: Chain, k: number): boolean => (chain.joints[k]! & ~JOINS) === 0;

/** Returns the start of a number. A bracket around the first run is part of the number. */
const opening = (page: Page, chain: Chain, k: number, start: number): number =>
  k > 0 && start > 0 && page.codes[start - 1] === 40 && chain.seps[1] === SEP.close ? start - 1 : start;

/** Finds a number with '+' and a country code. The plus sign is sufficient evidence, whatever the label. */
export const findInternational: Detector = ({ page, chain, group, start: first }) => {
  const { codes } = page;
  if (first === 0 || codes[first - 1] !== 43 || (first > 1 && KINDS[codes[first - 2]!] === KIND.digit))
    return null;
  const { digits } = chain;
  for (let k = chain.count - 1; k >= 0 && chain.totals[k]! >= 8; k--) {
    const total = chain.totals[k]!;
    if (total > 15 || !joined(chain, k)) continue;
    const end = page.groupEnd[group + k]!;
    if (!endsClean(page, end)) continue;
    const start = opening(page, chain, k, first - 1);
    if (digits[0] === 9 && digits[1] === 1) {
      const prefix = digits[2] === 0 ? 3 : 2;
      if (total === prefix + 10 && (digits[prefix]! >= 6 || isLandlineSomewhere(digits, prefix)))
        return { type: 'phone', start, end, confidence: 0.97 };
    } else if (isDialled(digits, total)) return { type: 'phone', start, end, confidence: 0.9 };
  }
  return null;
};

/**
 * Returns whether the digits are an IP address: four runs, each at most 255, separated by full stops. The label does not matter.
 */
const isIpAddress = (chain: Chain, k: number): boolean => {
  if (k !== 3 || chain.joints[k] !== DOTTED) return false;
  for (let nth = 0; nth < 4; nth++) {
    const length = chain.lengths[nth]!;
    const from = chain.totals[nth]! - length;
    let value = 0;
    for (let at = from; at < from + length; at++) value = value * 10 + chain.digits[at]!;
    if (length > 3 || value > 255) return false;
  }
  return true;
};

/** Form of a national number: its last run, and the weight of the form without a label (0: none). */
interface Shape {
  readonly k: number;
  readonly unlabelled: number;
  /** True for eleven digits in one run if the first is the zero dialled before a mobile number. */
  readonly trunk?: boolean;
  /** True for a landline whose area code ends inside a group, such as "448 120 7731". Such a number needs a label close by. */
  readonly uncut?: boolean;
}

/** Usual mobile number groupings, which need no label. */
const PLAIN: readonly (readonly number[])[] = [[10], [5, 5], [3, 3, 4], [4, 3, 3]];

const restIs = (chain: Chain, from: number, k: number, lengths: readonly number[]): boolean => {
  if (k - from !== lengths.length - 1) return false;
  for (let at = 0; at < lengths.length; at++) if (chain.lengths[from + at] !== lengths[at]) return false;
  return true;
};

/** Returns whether one of the groups in the ten digits ends where an area code may end. */
const cutsAtArea = ({ digits, cuts }: Chain): boolean =>
  [2, 3, 4].some((area) => cuts[area]! >= 0 && isLandline(digits, 0, area));

/** Returns whether there are ten single digits, as in form boxes, that do not count up or down. */
const inBoxes = (chain: Chain, k: number): boolean => {
  if (k !== 9 || !uniform(chain, k)) return false;
  let steps = 0;
  for (let at = 1; at < 10; at++) if (Math.abs(chain.digits[at]! - chain.digits[at - 1]!) === 1) steps++;
  return steps < 7;
};

/**
 * Returns whether three to five groups of two to four digits are joined by hyphens. Only telephone numbers are written that way:
 * "77-098-331-39".
 */
const inParts = (chain: Chain, k: number): boolean => {
  if (k < 2 || k > 4 || chain.joints[k] !== HYPHENED) return false;
  for (let nth = 0; nth <= k; nth++) if (chain.lengths[nth]! < 2 || chain.lengths[nth]! > 4) return false;
  return true;
};

/** Returns the form of the ten digits after `prefix` digits, or null if people do not write numbers that way. */
const shapeOf = (chain: Chain, k: number, prefix: number): Shape | null => {
  const { digits } = chain;
  const own = prefix > 0 ? chain.cuts[prefix]! : -1;
  const split = own >= 0;
  if (prefix === 1 && k > 0) {
    const area = split ? chain.lengths[1]! : chain.lengths[0]! - 1;
    const spaced = chain.seps[split ? 2 : 1] === SEP.space;
    if (isLandline(digits, 1, area))
      return { k, unlabelled: spaced ? (area === 2 ? 0.6 : 0.4) : k <= 2 ? 0.75 : 0 };
  }
  // "91-22-66521000"
  if (prefix === 2 && split && k > 1 && isLandline(digits, 2, chain.lengths[1]!))
    return { k, unlabelled: uniform(chain, k) && chain.seps[1] === SEP.hyphen ? 0.6 : 0.4 };
  if (prefix === 0 && digits[0]! >= 6 && inBoxes(chain, k)) return { k, unlabelled: 0.4 };
  if (digits[prefix]! >= 6) {
    const from = own + 1;
    const plain =
      prefix > 0 && !split
        ? k === 0 || restIs(chain, 1, k, [5])
        : PLAIN.some((lengths) => restIs(chain, from, k, lengths));
    if (prefix > 0)
      return {
        k,
        unlabelled: plain ? (prefix === 2 && !split ? 0.55 : 0.75) : 0,
        trunk: prefix === 1 && k === 0,
      };
    if (plain && uniform(chain, k)) return { k, unlabelled: k === 1 ? 0.7 : 0.6 };
    return { k, unlabelled: inParts(chain, k) ? 0.35 : 0 };
  }
  if (!isLandlineSomewhere(digits, prefix)) return null;
  return (prefix === 1 ? k === 0 : k > 0) && !(prefix === 0 && chain.lengths[0]! > 4)
    ? { k, unlabelled: 0, uncut: prefix === 0 && !cutsAtArea(chain) }
    : null;
};

/** Returns whether the digits before the last ten are 0091, 910, 91, 0 or none. */
const hasPrefix = (digits: Uint8Array, prefix: number): boolean => {
  if (prefix === 4) return digits[0] === 0 && digits[1] === 0 && digits[2] === 9 && digits[3] === 1;
  if (prefix === 3) return digits[0] === 9 && digits[1] === 1 && digits[2] === 0;
  if (prefix === 2) return digits[0] === 9 && digits[1] === 1;
  return prefix === 0 || digits[0] === 0;
};

const shapeIn = (page: Page, chain: Chain): Shape | null => {
  let odd: Shape | null = null;
  for (let prefix = 4; prefix >= 0; prefix--) {
    const k = chain.cuts[prefix + 10]!;
    if (k < 0 || !joined(chain, k) || !hasPrefix(chain.digits, prefix)) continue;
    if (k > 0 && (isIpAddress(chain, k) || endsInCode(page, chain, k))) continue;
    const shape = shapeOf(chain, k, prefix);
    // "9160472835 (24 hrs)": ten digits in one run take precedence over twelve in unusual groups.
    if (shape && (shape.unlabelled > 0 || shape.k === 0)) return shape;
    odd ??= shape;
  }
  return odd;
};

const GLUE = EDGE.glued | EDGE.hyphenWord;
const NEEDS_LABEL = GLUE | EDGE.hash | EDGE.underscore | EDGE.slashWord | EDGE.equals;
const NEVER = EDGE.masked | EDGE.money | EDGE.tight;
/** Returns whether two round five-digit numbers form a range: "60000 70000". */
const isRange = (chain: Chain, k: number): boolean =>
  k === 1 && chain.lengths[0] === 5 && [2, 3, 4, 7, 8, 9].every((at) => chain.digits[at] === 0);

/** Number of zeros among ten digits that make them a count, a flag word or a code: "7000000000 people", "TVR 8000048000". */
const ZEROS_OF_COUNT = 7;

const isRound = (digits: Uint8Array): boolean => {
  let zeros = 0;
  for (let at = 0; at < 10; at++) if (digits[at] === 0) zeros++;
  return zeros >= ZEROS_OF_COUNT || digits.subarray(4, 10).every((digit) => digit === 0);
};

const NO_LABEL = contextFor(LABEL.unknown, false, false);
const ACCOUNTS = hashOf('accounts');

/** Returns whether "Accounts" names the department that answers: "Accounts: 6479 373 372". Nobody groups an account that way. */
const isDepartment = ({ page, group }: Search, { k, unlabelled }: Shape): boolean =>
  k > 0 && unlabelled >= 0.6 && page.wordHash[page.groupWord[group]! - 1] === ACCOUNTS;

/** Labels of words without a known meaning. A masked word could have been any word. */
const NAMELESS: ReadonlySet<Label | undefined> = new Set([LABEL.unknown, LABEL.masked]);

/**
 * Finds a number without '+'. If it has a label, the label decides. Otherwise, the number must be in a usual form, and nothing
 * around it may suggest that it is something else.
 */
export const findNational: Detector = (search): Candidate | null => {
  const { page, chain, claimed, start: first } = search;
  if (chain.total < 10) return null;
  const shape = shapeIn(page, chain);
  if (!shape || (edgeOf(search) & NEVER) !== 0 || page.codes[first - 1] === 43) return null;
  const context = isDepartment(search, shape) ? NO_LABEL : contextOf(search);
  const { label, attached, slot } = context;
  const end = page.groupEnd[search.group + shape.k]!;
  // "ph=98…,camp=88…": the second number has its own name.
  const name = page.groupWord[search.group]! - 1;
  const keyed = !attached && (edgeOf(search) & EDGE.equals) !== 0 && NAMELESS.has(page.wordLabel[name]);
  const bare = shape.k === 0 && chain.lengths[0] === 10;
  const near =
    (label === LABEL.phone &&
      !keyed &&
      !(bare && context.spent && !OF_PHONES.has(page.wordHash[name] ?? 0))) ||
    (label === LABEL.upi && attached);
  const own = near && attached;
  const usual = shape.k === 0 || shape.unlabelled > 0;
  if (isRange(chain, shape.k) || (!usual && shape.k === 1 && chain.seps[1] === SEP.dot)) return null;
  const alone = (own && usual) || standsAlone(page, chain, shape.k, claimed);
  const pair = !alone && bare && isJoinedMobile(page, search.group);
  if (!alone && !pair && !opensMobiles(page, search.group, claimed)) return null;
  if (!own && !endsClean(page, end)) return null;
  const start = opening(page, chain, shape.k, first);
  const word = page.groupWord[search.group]!;
  if (own && isCallOf(page, first, end, word)) {
    page.wordLabel[word - 1] = LABEL.other;
    return null;
  }
  if (own) return hasExponent(page, end) ? null : { type: 'phone', start, end, confidence: 0.95 };
  if (shape.uncut) return null;
  const edge = edgeOf(search);
  const behind = labelAfter(page, end, page.groupWord[search.group + shape.k]!, slot);
  if (behind === LABEL.money) return null;
  const labelled = (near || behind === LABEL.phone) && (edge & GLUE) === 0;
  // "secondary = 064…": the zero before a mobile number is sufficient evidence in a settings file.
  let needsLabel = shape.trunk ? NEEDS_LABEL & ~EDGE.equals : NEEDS_LABEL;
  // "Kavita/98…", "Sunil-98…"
  const isFile = page.codes[end] === 46 && KINDS[page.codes[end + 1] ?? 32]! >= KIND.upper;
  if ((edge & (EDGE.slashWord | EDGE.hyphenWord)) !== 0 && !isFile && isNameSlash(page, first, word))
    needsLabel &= ~(EDGE.slashWord | EDGE.hyphenWord);
  if (!labelled && ((edge & needsLabel) !== 0 || shape.unlabelled === 0 || isRound(chain.digits)))
    return null;
  if (!labelled && isNamedBehind(page, end, page.groupWord[search.group + shape.k]!)) return null;
  // A distant word after the number does not turn an unusual grouping that already has another label into a phone number.
  if (!near && attached && label === LABEL.other && shape.unlabelled === 0) return null;
  const around = labelled
    ? 0
    : settingOf(page, start, alone || pair ? end : page.groupEnd[search.group + 3]!, word);
  // Four groups of five digits, or two long numbers, are figures unless a label or the text around suggests two telephones.
  if (!alone && !labelled && around <= 0) return null;
  const confidence = weigh(
    'phone',
    labelled ? 0.6 : shape.unlabelled,
    context,
    near && labelled,
    behind === LABEL.phone,
    around,
    !labelled && shape.k === 0,
  );
  return confidence === 0 ? null : { type: 'phone', start, end, confidence };
};
