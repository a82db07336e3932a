/** Reads the one-letter codes for kinds of documents that exports of the central KYC registry (CKYCR) use. */
import { hashesOf, LABEL, type Label } from '../page/labels.ts';
import type { Page } from '../page/page.ts';

const CODES: Readonly<Record<number, Label>> = {
  65: LABEL.passport,
  66: LABEL.voter,
  67: LABEL.pan,
  68: LABEL.licence,
  69: LABEL.aadhaar,
};

/** Returns the label that a letter from A to E stands for, or `unknown`. */
export const labelOfCode = (letter: number): Label => CODES[letter] ?? LABEL.unknown;

const QUOTES: ReadonlySet<number> = new Set([34, 39]);
const TYPES = hashesOf('type kind code');
const DOCUMENTS = hashesOf('id doc document proof identity poi');
const WORDS = 4;

/** Returns the label of the code in the XML tag directly before unit `at`: `<idType code="E">8216…`. */
export const codeBefore = ({ codes, wordHash }: Page, at: number, word: number): Label => {
  if (
    codes[at - 1] !== 62 ||
    !QUOTES.has(codes[at - 2]!) ||
    !QUOTES.has(codes[at - 4]!) ||
    codes[at - 5] !== 61
  )
    return LABEL.unknown;
  let typed = false;
  let document = false;
  for (let nth = word - 2; nth >= 0 && nth >= word - 1 - WORDS; nth--) {
    typed ||= TYPES.has(wordHash[nth]!);
    document ||= DOCUMENTS.has(wordHash[nth]!);
  }
  return typed && document ? labelOfCode(codes[at - 3]!) : LABEL.unknown;
};
