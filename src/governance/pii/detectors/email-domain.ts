import type { Page } from '../page/groups.ts';
import { KINDS, KIND } from '../page/units.ts';

const DOMAIN_LIMIT = 253;
/**
 * Returns the end of the domain that starts at unit `at`: the end of its last label that can be a top-level domain ("in" in
 * "a@example.in.5764"). Returns `at` if there is none.
 */
export const domainEnd = (page: Page, at: number): number => {
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
export const hasProvider = ({ codes, length }: Page, at: number): boolean => {
  let end = at;
  while (end < length && end - at < 12 && isAscii(codes[end]!)) end++;
  return PROVIDERS.has(String.fromCharCode(...codes.subarray(at, end)).toLowerCase());
};

/** Returns the end of a domain with a gap next to its dot ("gmail. com"); `at` if there is none. */
export const slippedEnd = (page: Page, at: number): number => {
  const text = String.fromCharCode(...page.codes.subarray(at, Math.min(page.length, at + 80)));
  const match = SLIP.exec(text);
  if (!match || match[2] === '.') return at;
  return match[3] !== 'in' || PROVIDERS.has(match[1]!.toLowerCase()) ? at + match[0].length : at;
};

/** Returns whether a character can be part of a name. */
export const isName = (code: number): boolean => {
  const kind = KINDS[code]!;
  return kind >= KIND.digit && kind <= KIND.script;
};

/** Returns whether a character is an ASCII letter or digit. */
export const isAscii = (code: number): boolean => KINDS[code]! >= KIND.digit && KINDS[code]! <= KIND.lower;
/** File and package extensions, which are not top-level domains: "image@2x.png" is a picture. */
const FILES = new Set(
  'png jpg jpeg gif svg webp avif ico bmp css scss less js mjs cjs ts tsx jsx json map html htm xml yml yaml md txt csv pdf zip gz tgz tar whl jar exe dll so lock log py java rb rs'.split(
    ' ',
  ),
);
