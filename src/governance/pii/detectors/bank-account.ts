/**
 * Bank account number: nine to eighteen digits (NPCI's NACH procedural guidelines). There is no check digit common to all banks.
 */
import { contextOf, edgeOf, type Detector } from '../candidate.ts';
import { LABEL } from '../page/labels.ts';
import { EDGE, endsClean, standsAlone, uniform } from '../numbers.ts';
import { SEP } from '../page/page.ts';

/** Finds account numbers. An account or bank label must be attached to the number. */
export const findBankAccount: Detector = (search) => {
  const { page, chain, claimed, start } = search;
  if (chain.total < 9) return null;
  const { label, attached } = contextOf(search);
  if ((label !== LABEL.account && label !== LABEL.bank) || !attached) return null;
  let k = 0;
  while (
    chain.totals[0]! < 9 &&
    k + 1 < chain.count &&
    chain.totals[k + 1]! <= 18 &&
    (chain.seps[k + 1] === SEP.space || chain.seps[k + 1] === SEP.hyphen) &&
    uniform(chain, k + 1)
  )
    k++;
  if (chain.totals[k]! < 9 || chain.totals[k]! > 18) return null;
  if ((edgeOf(search) & (EDGE.glued | EDGE.masked | EDGE.money)) !== 0) return null;
  const end = page.groupEnd[search.group + k]!;
  if (!endsClean(page, end) || !standsAlone(page, chain, k, claimed)) return null;
  return { type: 'bank_account', start, end, confidence: 0.8 };
};
