/**
 * Gives text a uniform spelling for comparison. Unlike the scan's reading (reading.ts), which may decode escapes and merge letters
 * in order to find identifiers, this never makes two different texts equal: nothing is decoded, and no letter or symbol is lost.
 */
import { digitOf } from './digits.ts';

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const DASHES = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63]/g;
const LINE_BREAKS = /[\u0085\u2028\u2029\v\f]/g;

/** Invisible characters. The joiners used in Indic scripts and emoji are kept, because they can distinguish words. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Returns the ASCII digit for a decimal digit of any script. Digits that are newer than our table are left unchanged. */
const asciiDigit = (digit: string): string => String(digitOf(digit.codePointAt(0)!) ?? digit);

/**
 * Text that has only one spelling. Most members are such text, and the expressions below cost fifty times as
 * much as this one.
 */
const PLAIN = /^[\x20-\x7e]*$/;

/** Returns text with ASCII digits, spaces and dashes, with one encoding for each letter, and trimmed at both ends. */
export const plainText = (text: string): string => (PLAIN.test(text) ? text.trim() : respelled(text));

const respelled = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replaceAll(DASHES, '-')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(LINE_BREAKS, '\n')
    .replaceAll(UNSEEN, '')
    .trim();

/**
 * Returns the text that identifies a case. Lone surrogates and NUL are written out as escapes, because UTF-8 would encode all
 * lone surrogates the same way.
 */
export const keyText = (text: string): string =>
  plainText(text).replaceAll(
    /[\p{Surrogate}\0]/gu,
    (unit) => `\0${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Marks that may be missing in one of two spellings of a name: Latin diacritics, the Indic nukta, and joiners. */
const OPTIONAL =
  /(?<=\p{Script=Latin}\p{M}*)[\u0300-\u036f]|[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u200c\u200d]/gu;

/**
 * Reduces a name to lower-case letters, vowel signs and digits with one space between words, so that two spellings of one name
 * compare equal. Indic vowel signs are kept because they distinguish words.
 */
export const nameKey = (text: string): string =>
  PLAIN.test(text)
    ? text
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, ' ')
        .trim()
    : nameKeyOf(plainText(text));

const nameKeyOf = (plain: string): string =>
  plain
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(OPTIONAL, '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
