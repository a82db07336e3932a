/**
 * Finds an Aadhaar number that is alone on its line, with one or two digits misread as letters: "6612 8434 96O5". Cards print the
 * number that way, far from its label.
 */
import { aadhaarDigits } from '../../../identifiers/aadhaar.ts';
import type { Candidate } from '../../candidate.ts';
import { isAlnum } from '../../shapes.ts';
import type { Page } from '../../page/page.ts';
import { readFrom } from './loose-text.ts';

const PART = 4;
const PARTS = 3;
/** Maximum length of the line: three parts, up to three spaces between them, and some around them. */
const LONGEST = 24;
const MOST_MISREAD = 2;
/** Misread letters that are not hexadecimal digits. A line of a dump may also consist of three groups of four. */
const MISREAD = /^[\dOQILSZGoqilszg \t-]+$/;

const isBlank = (code: number | undefined): boolean => code === 32 || code === 9;
const isBreak = (code: number | undefined): boolean => code === undefined || code === 10 || code === 13;

/** Returns a page's misread Aadhaar numbers that are alone on their lines, in ascending order. */
export const findCardLines = (page: Page): Candidate[] => {
  const { codes, groupStart, groupEnd } = page;
  const found: Candidate[] = [];
  for (let group = 0; group + 1 < groupStart.length; group++) {
    // A letter is on each such line, so one of the first two groups of digits is shorter than its part or the third is.
    if (groupEnd[group]! - groupStart[group]! > PART || groupStart[group + 1]! - groupEnd[group]! > PART)
      continue;
    let start = groupStart[group]!;
    while (start > 0 && isAlnum(codes[start - 1]!) && groupStart[group]! - start < PART) start--;
    let line = start;
    while (line > 0 && isBlank(codes[line - 1])) line--;
    if (!isBreak(codes[line - 1])) continue;
    let end = start;
    while (!isBreak(codes[end]) && end - start <= LONGEST) end++;
    if (end - start > LONGEST || !MISREAD.test(String.fromCharCode(...codes.subarray(start, end)))) continue;
    const read = readFrom(page, start, end, true);
    if (read?.parts.length !== PARTS || !read.parts.every((length) => length === PART)) continue;
    if (read.misread === 0 || read.misread > MOST_MISREAD || !aadhaarDigits(read.text)) continue;
    const last = read.ends.at(-1)!;
    let rest = last;
    while (isBlank(codes[rest])) rest++;
    if (rest >= end) found.push({ type: 'aadhaar', start, end: last, confidence: 0.6 });
  }
  return found;
};
