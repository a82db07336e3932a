/**
 * Mail addresses (RFC 5321 4.1.2 and 4.5.3.1, RFC 6531 for other scripts): the dot-string form of the local part, up to
 * 64 units, and a domain name of at least two labels. Quoted local parts and address literals are not looked for.
 */
import type { Candidate } from '../pii/candidate.ts';
import { KIND, KINDS, type Page } from '../pii/page.ts';

const LOCAL_LIMIT = 64;
const DOMAIN_LIMIT = 253;

const isName = (code: number): boolean => {
  const kind = KINDS[code]!;
  return kind >= KIND.digit && kind <= KIND.script;
};

/** Of RFC 5322 atext only what addresses really use: '=', '&', '?', '/' and '#' mostly stand around one, '*' is our mask. */
const PLAIN_SIGNS = new Set([...".+-_%'"].map((sign) => sign.charCodeAt(0)));

/** Endings of file names and packages: "image@2x.png" is a picture. */
const FILES = new Set(
  'png jpg jpeg gif svg webp avif ico bmp css scss less js mjs cjs ts tsx jsx json map html htm xml yml yaml md txt csv pdf zip gz tgz tar whl jar exe dll so lock log py java rb rs'.split(
    ' ',
  ),
);

/** Start of the local part that ends at unit `at`; `at` when there is none. */
export const localStart = (page: Page, at: number): number => {
  const { codes } = page;
  let start = at;
  while (start > 0 && at - start < LOCAL_LIMIT) {
    const code = codes[start - 1]!;
    if (!isName(code) && !PLAIN_SIGNS.has(code)) break;
    start--;
  }
  if (
    start > 0 &&
    at - start === LOCAL_LIMIT &&
    (isName(codes[start - 1]!) || PLAIN_SIGNS.has(codes[start - 1]!))
  )
    return at;
  while (start < at && !isName(codes[start]!) && codes[start] !== 95) start++;
  return start;
};

/** End of the domain that begins at unit `at`, and whether it can be one of a mail address. */
const domainEnd = (page: Page, at: number): number => {
  const { codes, length } = page;
  let end = at;
  let label = 0;
  let dots = 0;
  let lastDot = -1;
  let good = at;
  for (let index = at; index < length && index - at <= DOMAIN_LIMIT; index++) {
    const code = codes[index]!;
    if (isName(code) || (code === 45 && label > 0)) {
      label++;
      end = index + 1;
      if (dots > 0 && code !== 45) good = end;
    } else if (code === 46 && label > 0 && label <= 63 && codes[index - 1] !== 45) {
      dots++;
      lastDot = index;
      label = 0;
    } else break;
  }
  if (lastDot < 0 || good <= at) return at;
  // A full stop that ends the sentence belongs to no label; the last label counts from the dot before it.
  let dot = good - 1;
  while (dot >= at && codes[dot] !== 46) dot--;
  if (codes[end] === 46 && isName(codes[end + 1] ?? 32)) return at;
  return topLevel(page, dot + 1, good) ? good : at;
};

const topLevel = (page: Page, start: number, end: number): boolean => {
  if (end - start < 2 || end - start > 24) return false;
  let text = '';
  let letters = true;
  for (let at = start; at < end; at++) {
    const code = page.codes[at]!;
    if (KINDS[code]! < KIND.upper) letters = false;
    text += String.fromCharCode(code);
  }
  const lower = text.toLowerCase();
  return (letters || lower.startsWith('xn--')) && !FILES.has(lower);
};

/** "scheme://user:secret@host": what stands before the sign is a credential of a URL, not a mailbox. */
const inAuthority = (page: Page, start: number): boolean => {
  const { codes } = page;
  for (let at = start - 1; at > 1 && start - at < 80; at--) {
    const code = codes[at]!;
    if (code === 47) return codes[at - 1] === 47 && codes[at - 2] === 58;
    if (code <= 32 || code === 63 || code === 61 || code === 38) return false;
  }
  return false;
};

/** True when a masked local part ends before the sign: the domain behind it is spent. */
export const isMasked = (page: Page, at: number): boolean => at > 0 && page.codes[at - 1] === 42;

/** The address around the at sign at unit `at`, or null. */
export const findEmail = (page: Page, at: number): Candidate | null => {
  const start = localStart(page, at);
  if (start === at) return null;
  const { codes } = page;
  const last = codes[at - 1]!;
  if (last === 46 || (start > 0 && codes[start - 1] === 64)) return null;
  for (let index = start + 1; index < at; index++)
    if (codes[index] === 46 && codes[index - 1] === 46) return null;
  const end = domainEnd(page, at + 1);
  if (end === at + 1 || codes[end] === 64) return null;
  if (inAuthority(page, start)) return null;
  if (
    codes[end] === 58 &&
    at - start === 3 &&
    codes[start] === 103 &&
    codes[start + 1] === 105 &&
    codes[start + 2] === 116
  )
    return null;
  return { type: 'email', start, end, confidence: 0.97 };
};

/** End of the domain behind a masked local part, so that nothing in it is read as a number. */
export const maskedEnd = (page: Page, at: number): number => domainEnd(page, at + 1);
