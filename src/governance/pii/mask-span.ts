/** Masks identifiers. Keeps separators and the length, except that one X replaces a whole escape sequence. */
import type { FindingType } from '../identifiers/types.ts';
import type { Reading } from '../text/reading.ts';
import { sourceEnd, sourceStart } from '../text/reading.ts';
import { KIND, KINDS } from './page/page.ts';

/** Number of characters left readable at the start and the end: enough to tell two values apart, too few to guess the rest. */
const SHOWN: Readonly<Record<Exclude<FindingType, 'email' | 'upi'>, readonly [number, number]>> = {
  aadhaar: [0, 4],
  vid: [0, 4],
  card: [0, 4],
  phone: [0, 4],
  bank_account: [0, 4],
  pan: [2, 1],
  gstin: [2, 3],
  ifsc: [4, 0],
  voter_id: [1, 2],
  passport: [1, 2],
  driving_licence: [2, 3],
  vehicle: [2, 2],
};

const isSign = (code: number): boolean => {
  const kind = KINDS[code]!;
  return kind !== KIND.other && kind !== KIND.at;
};

/** Replaces the name before the last at sign with asterisks. Keeps the first character if the name has at least three. */
const maskAddress = (reading: Reading, start: number, end: number): string => {
  const { codes, source } = reading;
  let at = start;
  for (let next = start; next < end; next++) if (codes[next] === 64) at = next;
  if (codes[at] !== 64) at = end;
  const head = at - start >= 3 ? 1 : 0;
  const shown = head === 1 ? source.slice(sourceStart(reading, start), sourceEnd(reading, start + 1)) : '';
  const from = at < end ? sourceStart(reading, at) : sourceEnd(reading, end);
  return shown + '*'.repeat(at - start - head) + source.slice(from, sourceEnd(reading, end));
};

/** Returns 1 for each unit that is a letter or digit of the value, and 0 for all others, including tags inside the value. */
export const signsIn = ({ codes }: Reading, start: number, end: number): Uint8Array => {
  const signs = new Uint8Array(end - start);
  let inTag = false;
  for (let at = start; at < end; at++) {
    if (codes[at] === 60) inTag = true;
    else if (codes[at] === 62) inTag = false;
    else if (!inTag && isSign(codes[at]!)) signs[at - start] = 1;
  }
  return signs;
};

/**
 * Returns the masked form of units `[start, end)`.
 * @param signs 1 for each unit that belongs to the value
 */
export const maskSpan = (
  reading: Reading,
  type: FindingType,
  start: number,
  end: number,
  signs = signsIn(reading, start, end),
): string => {
  if (type === 'email' || type === 'upi') return maskAddress(reading, start, end);
  const { codes, source } = reading;
  let total = 0;
  for (let at = 0; at < signs.length; at++) total += signs[at]!;
  let [head, tail] = SHOWN[type];
  if (type === 'phone' && codes[start] !== undefined) {
    const plus = codes[start] === 40 ? start + 1 : start;
    if (codes[plus] === 43 && codes[plus + 1] === 57 && codes[plus + 2] === 49) head = 2;
  }
  if (total - head - tail < 4) [head, tail] = [0, total < 6 ? 0 : Math.min(tail, 2)];
  let nth = 0;
  if (reading.starts === null) {
    let out = '';
    for (let at = start; at < end; at++) {
      const sign = signs[at - start] === 1;
      out += sign && nth >= head && nth < total - tail ? 'X' : source[at]!;
      if (sign) nth++;
    }
    return out;
  }
  let out = '';
  for (let at = start; at < end; at++) {
    const from = sourceStart(reading, at);
    if (at > start) out += source.slice(sourceEnd(reading, at), from);
    const sign = signs[at - start] === 1;
    const hidden = sign && !(nth < head || nth >= total - tail);
    if (sign) nth++;
    out += hidden ? 'X' : source.slice(from, sourceEnd(reading, at + 1));
  }
  return out;
};
