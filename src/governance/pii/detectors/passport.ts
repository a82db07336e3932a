import type { Detector } from '../candidate.ts';
import { labelAt } from '../label/label-at.ts';
import { LABEL } from '../page/labels.ts';
import { isLetter } from '../shapes.ts';
import { bounded, wordsUpTo } from './labelled.ts';

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
