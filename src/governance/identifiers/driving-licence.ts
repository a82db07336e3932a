/** Driving licence number (Sarathi, Ministry of Road Transport): state, two-digit office, year, seven digits. */
import type { Detector } from '../pii/candidate.ts';
import { labelAt } from '../pii/label-at.ts';
import { LABEL } from '../pii/labels.ts';
import { isAlnum, isLetter } from '../pii/shapes.ts';
import { bounded, tokenAt, VEHICLE_STATES, wordsUpTo } from './labelled.ts';

const SHAPE = /^[A-Z]{2}\d{2}(?:19|20)\d{2}\d{7}$/;

/** Returns whether a string is one licence number, with or without gaps, in upper or lower case. */
export const isDrivingLicence = (text: string): boolean => {
  const plain = text.replaceAll(/[\s/-]/g, '').toUpperCase();
  return SHAPE.test(plain) && VEHICLE_STATES.has(plain.slice(0, 2));
};

export const findDrivingLicence: Detector = ({ page, group }) => {
  const digits = page.groupStart[group]!;
  let start = digits - 1;
  if (start >= 0 && (page.codes[start] === 45 || page.codes[start] === 32)) start--;
  start--;
  if (start < 0 || !isLetter(page.codes[start]!) || !isLetter(page.codes[start + 1]!)) return null;
  if (start > 0 && isAlnum(page.codes[start - 1]!)) return null;
  const { text, ends } = tokenAt(page, start, 15);
  if (text.length !== 15 || !SHAPE.test(text) || !VEHICLE_STATES.has(text.slice(0, 2))) return null;
  const end = ends[14]!;
  if (!bounded(page, start, end)) return null;
  const { label, attached } = labelAt(page, start, wordsUpTo(page, page.groupWord[group]!, start));
  if (attached && label === LABEL.other) return null;
  return { type: 'driving_licence', start, end, confidence: label === LABEL.licence ? 0.95 : 0.7 };
};
