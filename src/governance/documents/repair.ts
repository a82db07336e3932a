/**
 * Suggests corrections for values that may have been misread in a scan. A suggestion is returned together with the original value
 * and never replaces it.
 */
import { putRight } from '../pii/shapes.ts';
import { suggestedIfsc } from './repair-ifsc.ts';
import { checkHolds, type CheckedType } from './checks.ts';

const SHAPES: Readonly<Record<Exclude<CheckedType, 'ifsc'>, string>> = {
  pan: 'LLLLLDDDDL',
  aadhaar: 'D'.repeat(12),
  gstin: 'DDLLLLLDDDDLAAA',
};

/** Characters that look alike, in both directions. */
const ALIKE: Readonly<Record<string, string>> = {
  0: 'OQD',
  O: '0',
  Q: '0',
  D: '0',
  1: 'IL',
  I: '1',
  L: '1',
  2: 'Z',
  Z: '2',
  5: 'S',
  S: '5',
  6: 'G',
  G: '6',
  8: 'B',
  B: '8',
};

/** Returns all possible readings of a GSTIN, because its last three characters may be letters or digits. */
const readings = (right: string, shape: string): readonly string[] => {
  let all = [''];
  for (let at = 0; at < right.length; at++) {
    const char = right.charAt(at);
    const options = shape[at] === 'A' ? [char, ...(ALIKE[char] ?? '')] : [char];
    all = all.flatMap((head) => options.map((option) => head + option));
  }
  return all;
};

/**
 * Corrects look-alike characters to fit their positions, and returns the result if exactly one value passes its check.
 * @returns undefined if no value, or more than one, passes
 */
export const suggestionFor = (type: CheckedType, value: string): string | undefined => {
  if (type === 'ifsc') return suggestedIfsc(value);
  if (checkHolds({ type, value })) return undefined;
  const shape = SHAPES[type];
  const right = putRight(value, shape);
  if (right === undefined) return undefined;
  const options = type === 'gstin' ? readings(right, shape) : [right];
  const holding = options.filter((option) => option !== value && checkHolds({ type, value: option }));
  return holding.length === 1 ? holding[0] : undefined;
};
