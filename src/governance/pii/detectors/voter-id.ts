import type { Detector } from '../candidate.ts';
import { labelAt } from '../label/label-at.ts';
import { LABEL } from '../page/labels.ts';
import { isLetter } from '../shapes.ts';
import { bounded, wordsUpTo } from './labelled.ts';

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
