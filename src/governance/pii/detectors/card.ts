/** Finds payment card numbers. */
import { contextOf, edgeOf, type Detector, type Search } from '../candidate.ts';
import { loosely } from '../label/context.ts';
import { labelAfter } from '../label/behind.ts';
import { FORM, weigh } from '../evidence.ts';
import { hashesOf, hashOf, LABEL } from '../page/labels.ts';
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
 * Returns whether thirteen digits are a whole-second timestamp in milliseconds, up to the year 2100. Thirteen-digit Visa cards no
 * longer exist.
 */
const isMillisecond = (digits: Uint8Array, length: number): boolean =>
  length === 13 &&
  digits[0] === 4 &&
  digits[1]! < 2 &&
  digits[10] === 0 &&
  digits[11] === 0 &&
  digits[12] === 0;

/** Number of final zeros or nines in the first or last number of an issuer's range: "4178810000000000". */
const RANGE = 8;

const isRangeEnd = (digits: Uint8Array, length: number): boolean => {
  const last = digits[length - 1]!;
  if (last !== 0 && last !== 9) return false;
  for (let at = length - RANGE; at < length; at++) if (digits[at] !== last) return false;
  return true;
};

const ON: ReadonlySet<number> = new Set(['on', 'using'].map((word) => hashOf(word)));

/** Returns whether "on" or "using" comes directly before the number and follows another kind of number's label. */
const isDoneOn = (search: Search): boolean => {
  const { page, group, start } = search;
  const word = page.groupWord[group]! - 1;
  const { label, attached } = contextOf(search);
  return (
    label === LABEL.other &&
    attached &&
    word >= 0 &&
    ON.has(page.wordHash[word]!) &&
    page.wordEnd[word] === start - 1
  );
};

/** Words about accounts, which no text about a card contains. */
const OF_ACCOUNTS = hashesOf(
  `ifsc ifs micr rtgs neft imps branch beneficiary benef passbook cheque neftrtgs remitter remittance credited nach ecs
  emandate mandate savings saving current salary`,
);
const ACCOUNT_REACH = 80;

/**
 * Returns whether the words around an account's number are about a bank account and not about a card. One account of 16 digits
 * in ten passes a card's check.
 */
const isBankAccount = ({ page, group, start }: Search, end: number): boolean => {
  const { wordStart, wordEnd, wordHash, wordLabel } = page;
  let first = page.groupWord[group]!;
  while (first > 0 && start - wordEnd[first - 1]! <= ACCOUNT_REACH) first--;
  let ofAccount = false;
  for (let nth = first; nth < wordStart.length && wordStart[nth]! - end <= ACCOUNT_REACH; nth++) {
    if (wordLabel[nth] === LABEL.card) return false;
    ofAccount ||= OF_ACCOUNTS.has(wordHash[nth]!);
  }
  return ofAccount;
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
