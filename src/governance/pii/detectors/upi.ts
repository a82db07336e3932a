/**
 * UPI virtual payment address (NPCI): a name or mobile number, an at sign, and a payment service's handle without a dot. The
 * handle must be known unless there is a UPI label.
 */
import type { Candidate } from '../candidate.ts';
import { labelBefore } from '../label/context.ts';
import { LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { localStart } from './email.ts';

const HANDLES = new Set(
  `abfspay airtel airtelpaymentsbank apl aubank axisb axisbank axisgo axl barodampay bandhan boi cboi centralbank cnrb csbpay
  dbs dcb dlb equitas ezeepay fam fbl federal freecharge hdfcbank hdfcbankjd hsbc ibl icici idbi idfcbank idfcfirst ikwik
  indianbank indus indusind iob jio jupiteraxis kbl kkbk kotak kvb mahb naviaxis obc okaxis okhdfcbank okicici oksbi oxymoney
  paytm payzapp pingpay pnb postbank psb ptaxis pthdfc ptsbi ptyes pz rapl rbl rmhdfcbank sbi sib slice superyes syndicate
  tapicici timecosmos tjsb ubi uboi ucobank unionbank upi utbi waaxis wahdfcbank waicici wasbi ybl yesbank yespay yapl`.split(
    /\s+/,
  ),
);

/** Returns whether a range contains three X in a row, which must come from a masked mobile number. */
const hasMask = (page: Page, start: number, end: number): boolean => {
  let crosses = 0;
  for (let at = start; at < end && crosses < 3; at++) crosses = page.codes[at] === 88 ? crosses + 1 : 0;
  return crosses === 3;
};

/**
 * Returns the payment address around the at sign at unit `at`; null if there is none. `word` is the number of words before the
 * sign.
 */
export const findUpi = (page: Page, at: number, word: number): Candidate | null => {
  const { codes, length } = page;
  const start = localStart(page, at);
  if (at - start < 2 || (start > 0 && codes[start - 1] === 64)) return null;
  if (hasMask(page, start, at)) return null;
  let end = at + 1;
  let handle = '';
  while (
    end < length &&
    end - at <= 20 &&
    KINDS[codes[end]!]! >= KIND.digit &&
    KINDS[codes[end]!]! <= KIND.lower
  ) {
    handle += String.fromCharCode(codes[end]!);
    end++;
  }
  if (hasMask(page, at + 1, end) || handle.length < 2 || handle.length > 19 || codes[end] === 64) return null;
  const next = end + 1 < length ? KINDS[codes[end + 1]!]! : KIND.other;
  if (codes[end] === 46 && next > KIND.digit && next <= KIND.script) return null;
  const known = HANDLES.has(handle.toLowerCase());
  if (known) return { type: 'upi', start, end, confidence: 0.9 };
  let words = word;
  while (words > 0 && page.wordEnd[words - 1]! > start) words--;
  const { label, attached } = labelBefore(page, start, words);
  return label === LABEL.upi && attached && /^[a-z]/i.test(handle)
    ? { type: 'upi', start, end, confidence: 0.8 }
    : null;
};
