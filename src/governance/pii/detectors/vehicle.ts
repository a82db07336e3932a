/** Finds registration marks with a state code. */
import type { Detector } from '../candidate.ts';
import { labelAt } from '../label/label-at.ts';
import { LABEL } from '../page/labels.ts';
import { KIND, KINDS } from '../page/page.ts';
import { isAlnum } from '../shapes.ts';
import { VEHICLE_SHAPE } from '../../identifiers/vehicle.ts';
import { VEHICLE_STATES } from '../../identifiers/vehicle-states.ts';
import { bounded, tokenAt, wordsUpTo } from './labelled.ts';

export const findVehicle: Detector = ({ page, group }) => {
  const digits = page.groupStart[group]!;
  if (page.groupEnd[group]! - digits > 2) return null;
  let start = digits - 1;
  if (start >= 0 && (page.codes[start] === 45 || page.codes[start] === 32)) start--;
  start--;
  if (start < 0 || KINDS[page.codes[start]!] !== KIND.upper || KINDS[page.codes[start + 1]!] !== KIND.upper)
    return null;
  if (start > 0 && isAlnum(page.codes[start - 1]!)) return null;
  const { text, ends } = tokenAt(page, start, 11);
  const match = VEHICLE_SHAPE.exec(text);
  if (!match || !VEHICLE_STATES.has(match[1]!)) return null;
  const end = ends[match[0].length - 1]!;
  if (!bounded(page, start, end)) return null;
  const { label } = labelAt(page, start, wordsUpTo(page, page.groupWord[group]!, start));
  return { type: 'vehicle', start, end, confidence: label === LABEL.vehicle ? 0.95 : 0.65 };
};
