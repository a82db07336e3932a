/** Bank account number: nine to eighteen digits (NPCI's NACH procedural guidelines); no common check digit exists. */
import type { Detector } from '../pii/candidate.ts';
import { labelBefore } from '../pii/context.ts';
import { LABEL } from '../pii/labels.ts';
import { EDGE, edgeBefore, endsClean, standsAlone, uniform } from '../pii/numbers.ts';
import { SEP } from '../pii/page.ts';

/** Only under an attached account label. */
export const findBankAccount: Detector = ({ page, chain, claimed }) => {
  if (chain.count === 0 || chain.totals[chain.count - 1]! < 9) return null;
  const start = page.groupStart[chain.first]!;
  let k = 0;
  while (
    k + 1 < chain.count &&
    chain.totals[k + 1]! <= 18 &&
    (chain.seps[k + 1] === SEP.space || chain.seps[k + 1] === SEP.hyphen)
  )
    k++;
  if (chain.totals[0]! >= 9) k = 0;
  if (chain.totals[k]! < 9 || chain.totals[k]! > 18 || !uniform(chain, k)) return null;
  const { label, attached } = labelBefore(page, start, page.groupWord[chain.first]!);
  if (label !== LABEL.account || !attached) return null;
  const end = page.groupEnd[chain.first + k]!;
  if ((edgeBefore(page, start) & (EDGE.glued | EDGE.masked | EDGE.money)) !== 0) return null;
  return endsClean(page, end) && standsAlone(page, chain, k, claimed)
    ? { type: 'bank_account', start, end, confidence: 0.8 }
    : null;
};
