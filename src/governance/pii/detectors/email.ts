/**
 * Email addresses (RFC 5321 4.1.2 and 4.5.3.1, RFC 6531 for other scripts): the dot-string form of the local part, up to 64
 * units, and a domain name with at least two labels. Quoted local parts and address literals are not detected.
 */
import type { Candidate } from '../candidate.ts';
import { labelBefore } from '../label/context.ts';
import { LABEL } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';
import { domainEnd, hasProvider, isName, isAscii, slippedEnd } from './email-domain.ts';
import { wordsUpTo } from './labelled.ts';

const LOCAL_LIMIT = 64;
/**
 * The RFC 5322 atext symbols that occur in real addresses. '=', '&', '?', '/' and '#' are usually next to an address instead of
 * in it, and '*' is our mask.
 */
const PLAIN_SIGNS = new Set([...".+-_%'"].map((sign) => sign.charCodeAt(0)));

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
