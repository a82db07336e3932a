/** Which words make names of columns. */
import { LABEL, type Label } from '../labels.ts';
import type { Page } from '../page.ts';
import { lastUpTo, type Stretch } from './cells.ts';

const TELLS: ReadonlySet<Label> = new Set<Label>([
  LABEL.aadhaar,
  LABEL.vid,
  LABEL.pan,
  LABEL.gstin,
  LABEL.card,
  LABEL.phone,
  LABEL.email,
  LABEL.account,
  LABEL.ifsc,
  LABEL.upi,
  LABEL.voter,
  LABEL.passport,
  LABEL.licence,
  LABEL.other,
  LABEL.money,
  LABEL.id,
  LABEL.party,
]);

/** Whether a word in the stretch says what a column holds. */
export const tells = (page: Page, { start, end }: Stretch): boolean => {
  for (let nth = lastUpTo(page.wordStart, start - 1) + 1; page.wordStart[nth]! < end; nth++)
    if (TELLS.has(page.wordLabel[nth]!)) return true;
  return false;
};
