/** Vehicle registration mark (Central Motor Vehicles Rules 1989, rule 50; the BH series of rule 47): KA 01 AB 1234. */
import type { Detector } from '../pii/candidate.ts';
import { labelAt } from '../pii/label-at.ts';
import { LABEL } from '../pii/labels.ts';
import { KIND, KINDS } from '../pii/page.ts';
import { isAlnum } from '../pii/shapes.ts';
import { bounded, tokenAt, VEHICLE_STATES, wordsUpTo } from './labelled.ts';

const STATE_SHAPE = /^([A-Z]{2})\d{1,2}[A-Z]{1,3}\d{4}/;
const BHARAT_SHAPE = /^\d{2}BH\d{4}[A-HJ-NP-Z]{1,2}$/;

/** Returns whether a string is one registration mark, with or without gaps, in upper or lower case. */
export const isVehicle = (text: string): boolean => {
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const state = STATE_SHAPE.exec(plain);
  return (
    BHARAT_SHAPE.test(plain) ||
    (state !== null && state[0].length === plain.length && VEHICLE_STATES.has(state[1]!))
  );
};

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
  const match = STATE_SHAPE.exec(text);
  if (!match || !VEHICLE_STATES.has(match[1]!)) return null;
  const end = ends[match[0].length - 1]!;
  if (!bounded(page, start, end)) return null;
  const { label } = labelAt(page, start, wordsUpTo(page, page.groupWord[group]!, start));
  return { type: 'vehicle', start, end, confidence: label === LABEL.vehicle ? 0.95 : 0.65 };
};
