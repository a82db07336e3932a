/** Indian passport number (ICAO 9303 document number as issued in India): a letter and seven digits, the first not 0. */
import type { Detector } from '../pii/candidate.ts';
import { labelAt } from '../pii/label-at.ts';
import { LABEL } from '../pii/labels.ts';
import { isLetter } from '../pii/shapes.ts';
import { bounded, wordsUpTo } from './labelled.ts';

/** Returns whether a string is one Indian passport number, in upper or lower case. */
export const isPassport = (text: string): boolean => /^[A-Z] ?[1-9]\d{6}$/i.test(text.trim());

/** Finds a passport number only under a passport label. */
export const findPassport: Detector = ({ page, group }) => {
  const digits = page.groupStart[group]!;
  const end = page.groupEnd[group]!;
  if (end - digits !== 7 || digits < 1 || page.codes[digits] === 48) return null;
  const start = page.codes[digits - 1] === 32 ? digits - 2 : digits - 1;
  if (start < 0 || !isLetter(page.codes[start]!) || !bounded(page, start, end)) return null;
  const { label } = labelAt(page, start, wordsUpTo(page, page.groupWord[group]!, start));
  return label === LABEL.passport ? { type: 'passport', start, end, confidence: 0.95 } : null;
};
