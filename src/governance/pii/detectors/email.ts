/**
 * Email addresses (RFC 5321 4.1.2 and 4.5.3.1, RFC 6531 for other scripts): the dot-string form of the local part, up to 64
 * units, and a domain name with at least two labels. Quoted local parts and address literals are not detected.
 */
import type { Candidate } from '../candidate.ts';
import { labelBefore } from '../label/context.ts';
import { LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { wordsUpTo } from './labelled.ts';

const LOCAL_LIMIT = 64;
const DOMAIN_LIMIT = 253;

const isName = (code: number): boolean => {
  const kind = KINDS[code]!;
  return kind >= KIND.digit && kind <= KIND.script;
};

const isAscii = (code: number): boolean => KINDS[code]! >= KIND.digit && KINDS[code]! <= KIND.lower;

/**
 * The RFC 5322 atext symbols that occur in real addresses. '=', '&', '?', '/' and '#' are usually next to an address instead of
 * in it, and '*' is our mask.
 */
const PLAIN_SIGNS = new Set([...".+-_%'"].map((sign) => sign.charCodeAt(0)));

/** File and package extensions, which are not top-level domains: "image@2x.png" is a picture. */
const FILES = new Set(
  'png jpg jpeg gif svg webp avif ico bmp css scss less js mjs cjs ts tsx jsx json map html htm xml yml yaml md txt csv pdf zip gz tgz tar whl jar exe dll so lock log py java rb rs'.split(
    ' ',
  ),
);

/** Returns the start of the local part that ends at unit `at`; `at` if there is none. */
export const localStart = (page: Page, at: number): number => {
  const { codes } = page;
  let start = at;
  let ascii = false;
  while (start > 0 && at - start < LOCAL_LIMIT) {
    const code = codes[start - 1]!;
    if (!isName(code) && !PLAIN_SIGNS.has(code)) break;
    // Words in another script may touch an address: "联系ravi@example.in".
    if (ascii && KINDS[code] === KIND.script) return start;
    ascii ||= isAscii(code);
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
 * Returns the end of the domain that starts at unit `at`: the end of its last label that can be a top-level domain ("in" in
 * "a@example.in.5764"). Returns `at` if there is none.
 */
const domainEnd = (page: Page, at: number): number => {
  const { codes, length } = page;
  let good = at;
  let label = at;
  for (let index = at; index - at <= DOMAIN_LIMIT; index++) {
    const code = index < length ? codes[index]! : 32;
    if (isName(code) || (code === 45 && index > label)) continue;
    if (index === label || index - label > 63) break;
    // A mask after a hyphen is part of the label, because it replaced part of the label.
    if (code === 42 && codes[index - 1] === 45) break;
    let end = index;
    while (codes[end - 1] === 45) end--;
    if (label > at) {
      if (topLevel(page, label, end)) good = end;
      else {
        const glued = gluedTop(page, label, end);
        if (glued > 0) good = glued;
      }
    }
    if (code !== 46 || end < index) break;
    label = index + 1;
  }
  return good;
};

/** Returns whether a range mixes letters from two scripts. */
const mixed = ({ codes }: Page, start: number, end: number): boolean => {
  const script = KINDS[codes[start]!] === KIND.script;
  for (let at = start + 1; at < end; at++) if ((KINDS[codes[at]!] === KIND.script) !== script) return true;
  return false;
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
  if (letters && mixed(page, start, end)) return false;
  return (letters || lower.startsWith('xn--')) && !FILES.has(lower) && !text.includes('XXX');
};

/** The most common top-level domains in Indian addresses. Characters joined to one of them are not part of the address. */
const COMMON = new Set('com in org net edu gov info biz io'.split(' '));

/**
 * Returns the end of a common top-level domain directly followed by a date or a word in another script ("in2026-04-01", "inपर");
 * 0 if there is none.
 */
const gluedTop = (page: Page, start: number, end: number): number => {
  let at = start;
  let text = '';
  while (at < end && at - start < 5 && isAscii(page.codes[at]!) && KINDS[page.codes[at]!] !== KIND.digit)
    text += String.fromCharCode(page.codes[at++]! | 32);
  const next = KINDS[page.codes[at]!];
  return at < end && COMMON.has(text) && (next === KIND.digit || next === KIND.script) ? at : 0;
};

/**
 * Email providers that are recognisable without their top-level domain. A gap before that domain must therefore be a scanning
 * error.
 */
const PROVIDERS = new Set(
  'gmail yahoo ymail hotmail outlook rediffmail rediff icloud live proton protonmail zoho aol'.split(' '),
);
const SLIP = /^([a-z\d-]{2,63})( ?\. ?)(com|co\.in|in|org|net)(?![a-z\d])/i;

/** Returns whether the domain at unit `at` starts with a provider's name. */
const hasProvider = ({ codes, length }: Page, at: number): boolean => {
  let end = at;
  while (end < length && end - at < 12 && isAscii(codes[end]!)) end++;
  return PROVIDERS.has(String.fromCharCode(...codes.subarray(at, end)).toLowerCase());
};

/** Returns the end of a domain with a gap next to its dot ("gmail. com"); `at` if there is none. */
const slippedEnd = (page: Page, at: number): number => {
  const text = String.fromCharCode(...page.codes.subarray(at, Math.min(page.length, at + 80)));
  const match = SLIP.exec(text);
  if (!match || match[2] === '.') return at;
  return match[3] !== 'in' || PROVIDERS.has(match[1]!.toLowerCase()) ? at + match[0].length : at;
};

/** Returns whether the text before the at sign is a URL's credentials, "scheme://user:secret@host", instead of a mailbox. */
const inAuthority = (page: Page, start: number): boolean => {
  const { codes } = page;
  for (let at = start - 1; at > 1 && start - at < 80; at--) {
    const code = codes[at]!;
    if (code === 47) return codes[at - 1] === 47 && codes[at - 2] === 58;
    if (code <= 32 || code === 63 || code === 61 || code === 38) return false;
  }
  return false;
};

/** Returns whether a masked local part ends before the at sign, in which case its domain has already been handled. */
export const isMasked = (page: Page, at: number): boolean => at > 0 && page.codes[at - 1] === 42;

/** Returns whether an email label is directly before the word that ends at the at sign at unit `at`. */
const isLabelled = (page: Page, at: number, word: number): boolean => {
  const start = localStart(page, at - 1);
  const { label, attached } = labelBefore(page, start, wordsUpTo(page, word, start));
  return label === LABEL.email && attached;
};

/** Returns the address around the at sign at unit `at`; null if there is none. */
export const findEmail = (page: Page, at: number, word: number): Candidate | null => {
  const { codes } = page;
  const apart = codes[at - 1] === 32;
  const domain = apart && codes[at + 1] === 32 ? at + 2 : at + 1;
  if (apart && !hasProvider(page, domain) && !isLabelled(page, at, word)) return null;
  const start = localStart(page, apart ? at - 1 : at);
  if (start >= at - 1 && (apart || start === at)) return null;
  const last = codes[at - 1]!;
  if ((last === 46 && codes[at - 2] === 46) || (start > 0 && codes[start - 1] === 64)) return null;
  for (let index = start + 1; index < at; index++)
    if (codes[index] === 46 && codes[index - 1] === 46) return null;
  let end = domainEnd(page, domain);
  if (end === domain) end = slippedEnd(page, domain);
  if (end === domain) return null;
  // A second at sign does not start a second address: "ravi-@team.dev@ex.org" is one mistyped address.
  for (let signs = 0; codes[end] === 64; signs++) {
    const next = domainEnd(page, end + 1);
    if (next === end + 1 || signs === 3) return null;
    end = next;
  }
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

/**
 * Returns the range of a masked address around the at sign at unit `at`. It includes the domain or handle, so that no part of the
 * address is read again.
 */
export const maskedSpan = (page: Page, at: number): readonly [start: number, end: number] => {
  let start = at;
  while (start > 0 && at - start < LOCAL_LIMIT && page.codes[start - 1] === 42) start--;
  if (start > 0 && isName(page.codes[start - 1]!)) start--;
  let end = at + 1;
  while (end < page.length && end - at <= 20 && isAscii(page.codes[end]!)) end++;
  return [start, Math.max(domainEnd(page, at + 1), end)];
};
