/** Recognises a number that somebody typed into a telephone menu: "DTMF collected 98…#", "caller pressed 98…#". */
import { hashesOf, LABEL } from '../page/labels.ts';
import type { Page } from '../page/page.ts';
import { lastUpTo } from '../structure/cells.ts';
import type { Span } from './line.ts';
import { AROUND } from './weights.ts';

const MENU = hashesOf('dtmf ivr ivrs keypad keyed keys pressed presses collected getdigits gather digits');
const HASH_KEY = 35;

/**
 * Returns the weight of a telephone menu's words before a number that ends with the hash key. Words for another kind of number
 * weigh nothing.
 */
export const keyedIn = (page: Page, start: number, end: number, { from }: Span): number => {
  if (page.codes[end] !== HASH_KEY) return 0;
  let menu = false;
  for (let nth = lastUpTo(page.wordStart, start); nth >= 0 && page.wordStart[nth]! >= from; nth--) {
    if (page.wordLabel[nth] === LABEL.other) return 0;
    menu ||= MENU.has(page.wordHash[nth]!);
  }
  return menu ? AROUND.keyed : 0;
};
