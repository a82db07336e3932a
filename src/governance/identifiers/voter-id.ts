/** Electors Photo Identity Card number (Election Commission of India): three letters and seven digits. */
import type { Detector } from '../pii/candidate.ts';
import { labelAt } from '../pii/label-at.ts';
import { LABEL } from '../pii/labels.ts';
import { isLetter } from '../pii/shapes.ts';
import { bounded, wordsUpTo } from './labelled.ts';

/** Returns whether a string is one EPIC number, in upper or lower case. */
export const isVoterId = (text: string): boolean => /^[A-Z]{3}\d{7}$/i.test(text.trim());

/** Finds a voter ID only under a voter label, because many order numbers have the same shape. */
export const findVoterId: Detector = ({ page, group }) => {
  const digits = page.groupStart[group]!;
  const end = page.groupEnd[group]!;
  const start = digits - 3;
  if (end - digits !== 7 || start < 0 || !bounded(page, start, end)) return null;
  for (let at = start; at < digits; at++) if (!isLetter(page.codes[at]!)) return null;
  const { label } = labelAt(page, start, wordsUpTo(page, page.groupWord[group]!, start), LABEL.card);
  return label === LABEL.voter ? { type: 'voter_id', start, end, confidence: 0.95 } : null;
};
