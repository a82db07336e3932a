import { type Search, contextOf } from '../candidate.ts';
import { LABEL } from '../page/label.ts';
import { hashOf, hashesOf } from '../page/labels.ts';

/**
 * Returns whether thirteen digits are a whole-second timestamp in milliseconds, up to the year 2100. Thirteen-digit Visa cards no
 * longer exist.
 */
export const isMillisecond = (digits: Uint8Array, length: number): boolean =>
  length === 13 &&
  digits[0] === 4 &&
  digits[1]! < 2 &&
  digits[10] === 0 &&
  digits[11] === 0 &&
  digits[12] === 0;

/** Number of final zeros or nines in the first or last number of an issuer's range: "4178810000000000". */
const RANGE = 8;

/** Returns whether a number is the first or last of a range of cards. */
export const isRangeEnd = (digits: Uint8Array, length: number): boolean => {
  const last = digits[length - 1]!;
  if (last !== 0 && last !== 9) return false;
  for (let at = length - RANGE; at < length; at++) if (digits[at] !== last) return false;
  return true;
};

const ON: ReadonlySet<number> = new Set(['on', 'using'].map((word) => hashOf(word)));
/** Returns whether "on" or "using" comes directly before the number and follows another kind of number's label. */
export const isDoneOn = (search: Search): boolean => {
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
export const isBankAccount = ({ page, group, start }: Search, end: number): boolean => {
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
