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

/**
 * End of the domain that begins at unit `at`: behind the last of its labels that can be a top level ("in" of
 * "a@example.in.5764"); `at` when there is none.
 */
const domainEnd = (page: Page, at: number): number => {
  const { codes, length } = page;
  let good = at;
  let label = at;
  for (let index = at; index - at <= DOMAIN_LIMIT; index++) {
    const code = index < length ? codes[index]! : 32;
    if (isName(code) || (code === 45 && index > label)) continue;
    if (index === label || index - label > 63) break;
    let end = index;
    while (codes[end - 1] === 45) end--;
    if (label > at && topLevel(page, label, end)) good = end;
    if (code !== 46 || end < index) break;
    label = index + 1;
  }
  return good;
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
  return (letters || lower.startsWith('xn--')) && !FILES.has(lower) && !text.includes('XXX');
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

const isAscii = (code: number): boolean => KINDS[code]! >= KIND.digit && KINDS[code]! <= KIND.lower;

/** The stretch of a masked address around the at sign at unit `at`, with its domain or handle, so that nothing in it is read again. */
export const maskedSpan = (page: Page, at: number): readonly [start: number, end: number] => {
  let start = at;
  while (start > 0 && at - start < LOCAL_LIMIT && page.codes[start - 1] === 42) start--;
  if (start > 0 && isName(page.codes[start - 1]!)) start--;
  let end = at + 1;
  while (end < page.length && end - at <= 20 && isAscii(page.codes[end]!)) end++;
  return [start, Math.max(domainEnd(page, at + 1), end)];
};
