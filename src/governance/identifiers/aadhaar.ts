/**
 * Aadhaar number (UIDAI): twelve digits, the first 2 to 9, the last a Verhoeff check digit. No number reads the same
 * backwards. Shown masked as `XXXX XXXX 1234` (UIDAI, masked Aadhaar).
 */
import type { Detector } from '../pii/candidate.ts';
import { labelAfter, labelBefore } from '../pii/context.ts';
import { LABEL } from '../pii/labels.ts';
import {
  cutAt,
  digitsOf,
  EDGE,
  edgeBefore,
  endsClean,
  hasLengths,
  standsAlone,
  uniform,
} from '../pii/numbers.ts';
import { SEP } from '../pii/page.ts';
import { normalise } from '../text.ts';
import { verhoeffValid } from './verhoeff.ts';

/** True for twelve ASCII digits that are an Aadhaar number. */
export const aadhaarDigits = (digits: string): boolean => {
  if (digits.length !== 12 || digits.charCodeAt(0) < 50) return false;
  let mirrored = true;
  for (let at = 0; mirrored && at < 6; at++) mirrored = digits.charCodeAt(at) === digits.charCodeAt(11 - at);
  return !mirrored && verhoeffValid(digits);
};

/** The digits of a text that holds digits and separators alone, in ASCII; '' when it holds anything else. */
export const plainDigits = (text: string): string => {
  const plain = normalise(text).replaceAll(/[\s.-]/g, '');
  return /^\d+$/.test(plain) ? plain : '';
};

/** True for a text that is one Aadhaar number in digits of any script, with or without spaces, hyphens and dots. */
export const isAadhaar = (text: string): boolean => aadhaarDigits(plainDigits(text));

/** Virtual ID (UIDAI circular of 2018): sixteen digits with a Verhoeff check digit; it stands in for an Aadhaar number. */
export const isVid = (text: string): boolean => {
  const digits = plainDigits(text);
  return digits.length === 16 && digits.charCodeAt(0) >= 50 && verhoeffValid(digits);
};

const CONTRARY: ReadonlySet<number> = new Set([
  LABEL.other,
  LABEL.account,
  LABEL.money,
  LABEL.vehicle,
  LABEL.licence,
]);
const NEEDS_LABEL = EDGE.glued | EDGE.hyphenWord | EDGE.hash;
const NEVER = EDGE.masked | EDGE.money | EDGE.tight;

/**
 * Twelve digits in one run or 4-4-4 that pass the check, unless a contrary label is attached. Under an Aadhaar label any
 * grouping counts, and a failed check lowers the confidence instead of dismissing: a mistyped number is still somebody's.
 */
export const findAadhaar: Detector = ({ page, chain, claimed }) => {
  const k = cutAt(chain, 12);
  if (k < 0) return null;
  const start = page.groupStart[chain.first]!;
  const end = page.groupEnd[chain.first + k]!;
  const grouped = hasLengths(chain, k, [4, 4, 4]);
  const regular = k === 0 || (grouped && uniform(chain, k, [SEP.line, SEP.colon, SEP.open, SEP.close]));
  const digits = digitsOf(page, chain, k);
  const valid = aadhaarDigits(digits);
  if (!valid && !regular && !grouped) return null;
  const edge = edgeBefore(page, start);
  if ((edge & NEVER) !== 0 || page.codes[start - 1] === 43) return null;
  const { label, attached } = labelBefore(page, start, page.groupWord[chain.first]!, LABEL.card);
  const labelled = label === LABEL.aadhaar;
  if (attached && CONTRARY.has(label)) return null;
  if (labelled && attached)
    return valid
      ? { type: 'aadhaar', start, end, confidence: 0.99 }
      : { type: 'aadhaar', start, end, confidence: 0.55 };
  if (
    !valid ||
    !regular ||
    (edge & NEEDS_LABEL) !== 0 ||
    !endsClean(page, end) ||
    !standsAlone(page, chain, k, claimed)
  )
    return null;
  const mobile = digits.startsWith('91') && digits.charCodeAt(2) >= 54;
  if (mobile && label === LABEL.phone) return null;
  const confirmed = labelled || labelAfter(page, end, page.groupWord[chain.first + k]!) === LABEL.aadhaar;
  return {
    type: 'aadhaar',
    start,
    end,
    confidence: confirmed ? 0.95 : mobile || label === LABEL.other ? 0.6 : grouped ? 0.85 : 0.75,
  };
};

/** Sixteen digits with a Verhoeff check digit under a VID or Aadhaar label. */
export const findVid: Detector = ({ page, chain }) => {
  const k = cutAt(chain, 16);
  if (k < 0 || !(k === 0 || hasLengths(chain, k, [4, 4, 4, 4]))) return null;
  const start = page.groupStart[chain.first]!;
  if ((edgeBefore(page, start) & NEVER) !== 0) return null;
  const { label, attached } = labelBefore(page, start, page.groupWord[chain.first]!);
  if (label !== LABEL.vid && !(label === LABEL.aadhaar && attached)) return null;
  const valid = verhoeffValid(digitsOf(page, chain, k));
  if (!valid && !(label === LABEL.vid && attached)) return null;
  return { type: 'vid', start, end: page.groupEnd[chain.first + k]!, confidence: valid ? 0.95 : 0.55 };
};
