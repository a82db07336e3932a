/** Finds driving licence numbers. */
import type { Detector } from '../candidate.ts';
import { labelAt } from '../label/label-at.ts';
import { LABEL } from '../page/labels.ts';
import { isAlnum, isLetter } from '../shapes.ts';
import { LICENCE_SHAPE } from '../../identifiers/driving-licence.ts';
import { VEHICLE_STATES } from '../../identifiers/vehicle-states.ts';
import { bounded, tokenAt, wordsUpTo } from './labelled.ts';

export const findDrivingLicence: Detector = ({ page, group }) => {
  const digits = page.groupStart[group]!;
  let start = digits - 1;
  if (start >= 0 && (page.codes[start] === 45 || page.codes[start] === 32)) start--;
  start--;
  if (start < 0 || !isLetter(page.codes[start]!) || !isLetter(page.codes[start + 1]!)) return null;
  if (start > 0 && isAlnum(page.codes[start - 1]!)) return null;
  const { text, ends } = tokenAt(page, start, 15);
  if (text.length !== 15 || !LICENCE_SHAPE.test(text) || !VEHICLE_STATES.has(text.slice(0, 2))) return null;
  const end = ends[14]!;
  if (!bounded(page, start, end)) return null;
  const { label, attached } = labelAt(page, start, wordsUpTo(page, page.groupWord[group]!, start));
  if (attached && label === LABEL.other) return null;
  return { type: 'driving_licence', start, end, confidence: label === LABEL.licence ? 0.95 : 0.7 };
};
