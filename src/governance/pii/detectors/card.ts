/** Finds payment card numbers. */
import { contextOf, edgeOf, type Detector } from '../candidate.ts';
import { loosely } from '../label/context.ts';
import { labelAfter } from '../label/behind.ts';
import { FORM, weigh } from '../evidence.ts';
import { LABEL } from '../page/labels.ts';
import {
  EDGE,
  endsClean,
  groupingKey,
  laterGroup,
  sepBits,
  standsAlone,
  uniform,
  type Chain,
} from '../numbers.ts';
import { KIND, KINDS, SEP, type Page } from '../page/page.ts';
import { isSerial } from '../serial.ts';
import { opensTiles } from '../tiles.ts';
import { holdsCard, networkOf, type CardNetwork } from '../../identifiers/checks.ts';
import { luhnHolds } from '../../identifiers/luhn.ts';
import { isDoneOn, isMillisecond, isRangeEnd, isBankAccount } from './card-contrary.ts';

const FOURS = groupingKey(4, 4, 4, 4);
const GROUPINGS: readonly number[] = [
  FOURS,
  groupingKey(4, 6, 5),
  groupingKey(4, 6, 4),
  groupingKey(4, 4, 4, 4, 3),
  groupingKey(4, 4, 4, 3),
  groupingKey(4, 4, 5),
  groupingKey(8, 8),
];

const UNUSUAL = sepBits(SEP.line, SEP.colon, SEP.open, SEP.close, SEP.plus);

const regularAt = (chain: Chain, k: number): boolean =>
  k === 0 || (GROUPINGS.includes(chain.keys[k]!) && uniform(chain, k, UNUSUAL));

const NEEDS_LABEL = EDGE.glued | EDGE.hyphenWord | EDGE.hash;
const NEVER = EDGE.masked | EDGE.money | EDGE.tight;

/**
 * Returns whether a number counts as a card only under a label, because its prefix is common in other numbers or its length is
 * rare in cards.
 */
const rare = (network: CardNetwork, length: number): boolean =>
  network === 'maestro' || length === 13 || length > 16 || (length === 14 && network !== 'diners');

/** Returns whether a number is on a magnetic stripe's first track: "%B4111…^NAME^…" (ISO/IEC 7813). */
const onTrack = ({ codes }: Page, start: number): boolean =>
  codes[start - 1] === 66 && codes[start - 2] === 37;

/**
 * Returns whether a number is on a magnetic stripe's second track, where 'D', the year, the month and the service code follow it:
 * "4111…D2911201" (ISO/IEC 7813, EMV tag 57).
 */
const endsTrack = ({ codes }: Page, end: number): boolean => {
  if ((codes[end]! | 32) !== 100) return false;
  for (let at = end + 1; at <= end + 7; at++) if (KINDS[codes[at]!] !== KIND.digit) return false;
  const month = (codes[end + 3]! - 48) * 10 + codes[end + 4]! - 48;
  return month >= 1 && month <= 12;
};

/**
 * Finds 13 to 19 digits with a network's prefix, in a usual grouping and with a valid Luhn digit, unless a label outweighs them.
 * Under a card label (including "PAN" for primary account number), any grouping is accepted, and with a usual grouping a failed
 * check only lowers the confidence.
 */
export const findCard: Detector = (search) => {
  const { page, chain, claimed, start } = search;
  if (chain.total < 13) return null;
  const four = chain.digits[0]! * 1000 + chain.digits[1]! * 100 + chain.digits[2]! * 10 + chain.digits[3]!;
  for (let k = chain.count - 1; k >= 0 && chain.totals[k]! >= 13; k--) {
    const length = chain.totals[k]!;
    const network = networkOf(four, length);
    if (!network) continue;
    const regular = regularAt(chain, k);
    const valid = luhnHolds(chain.digits, length);
    if (!valid && !regular) continue;
    const named = contextOf(search);
    // In "3 txns on 5203 …" the label names a transaction made with the card, not the number. It is therefore ignored if the
    // number has four groups and passes its check.
    const context = valid && chain.keys[k] === FOURS && isDoneOn(search) ? loosely(named) : named;
    const { label, attached, slot } = context;
    const labelled = label === LABEL.card || label === LABEL.pan;
    if (!regular && !GROUPINGS.includes(chain.keys[k]!) && !uniform(chain, k, UNUSUAL)) continue;
    if (valid ? !regular && label !== LABEL.card : !(label === LABEL.card && attached)) continue;
    const edge = onTrack(page, start) ? 0 : edgeOf(search);
    if ((edge & NEVER) !== 0 || page.codes[start - 1] === 43) return null;
    if (isMillisecond(chain.digits, length)) continue;
    if (isRangeEnd(chain.digits, length)) continue;
    const firm = labelled && attached;
    if (!firm && (edge & NEEDS_LABEL) !== 0) continue;
    const alone =
      standsAlone(page, chain, k, claimed) ||
      (chain.keys[k] === FOURS && opensTiles(page, search.group, 4, claimed));
    if (!firm && !alone) continue;
    if (!labelled && k === 0 && length === 16 && isSerial(page, search.group, holdsCard)) continue;
    const end = page.groupEnd[search.group + k]!;
    if (!endsClean(page, end) && !(valid && endsTrack(page, end))) continue;
    const unsure = rare(network, length) && !(length === 19 && k > 0);
    const form = !valid ? 'failed' : unsure ? 'rare' : k > 0 ? 'grouped' : 'bare';
    const behind = labelAfter(page, end, page.groupWord[search.group + k]!, slot) === LABEL.card;
    if (label === LABEL.account && attached && k === 0 && !behind && isBankAccount(search, end)) continue;
    const confidence = weigh('card', FORM.card[form], context, labelled, behind, 0, k === 0);
    if (confidence > 0) return { type: 'card', start, end, confidence };
  }
  return behindNumber(search);
};

/** Finds a labelled card number in four groups that was read together with a number before it: "Card 1234 4111 …". */
const behindNumber: Detector = (search) => {
  const { page, chain } = search;
  if (chain.count < 5 || chain.lengths[1] !== 4 || chain.lengths[2] !== 4) return null;
  const { label, attached } = contextOf(search);
  if (label !== LABEL.card || !attached || (edgeOf(search) & NEVER) !== 0) return null;
  const later = laterGroup(page, chain, search.claimed, [4, 4, 4, 4], holdsCard);
  if (later < 0) return null;
  return { type: 'card', start: page.groupStart[later]!, end: page.groupEnd[later + 3]!, confidence: 0.95 };
};
