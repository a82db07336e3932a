/**
 * Reads text for the scan. Each UTF-16 unit in the reading represents a part of the source: digits in any script become ASCII
 * digits, Unicode spaces and dashes become ' ' and '-', invisible characters are dropped, and HTML, URL and
 * JSON escapes are decoded. The source itself is never rewritten, and every unit knows its position in it.
 */
import { digitOf, ZEROS } from './digits.ts';

/** A `source`'s reading. `starts` is null if each unit is at the same index in the source. */
export interface Reading {
  readonly source: string;
  readonly codes: Uint16Array;
  readonly length: number;
  readonly starts: Uint32Array | null;
}

const GONE = 0;
const ASTRAL = 0xffff;
/** The Devanagari abbreviation sign. */
const ABBREVIATION = 0x970;

/** Invisible characters (category Cf, variation selectors), combining marks on digits, and the Devanagari nukta. */
const INVISIBLE = [
  [0xad, 0xad],
  [0x300, 0x36f],
  [0x61c, 0x61c],
  [0x93c, 0x93c],
  [0x180b, 0x180f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xfeff, 0xfeff],
] as const;

/** Greek and Cyrillic capitals that look like Latin ones, each followed by its Latin counterpart. */
const LOOKALIKES = 'АAВBЕEКKМMНHОOРPСCТTХXІIЈJЅSΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX';

const MAP: Uint16Array = (() => {
  const map = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
  for (const zero of ZEROS)
    for (let digit = 0; digit < 10 && zero < map.length; digit++) map[zero + digit] = 48 + digit;
  for (const [first, last] of INVISIBLE) map.fill(GONE, first, last + 1);
  for (let code = 0xff01; code <= 0xff5e; code++) map[code] = code - 0xfee0;
  for (const code of [0xa0, 0x1680, 0x202f, 0x205f, 0x3000]) map[code] = 32;
  map.fill(32, 0x2000, 0x200b);
  for (const code of [0x85, 0x2028, 0x2029, 0xb, 0xc]) map[code] = 10;
  map.fill(45, 0x2010, 0x2016);
  for (const code of [0x2212, 0x2043, 0xfe58, 0xfe63]) map[code] = 45;
  for (const code of [0x2022, 0x25cf, 0x2588, 0x25a0]) map[code] = 42;
  for (let at = 0; at < LOOKALIKES.length; at += 2)
    map[LOOKALIKES.charCodeAt(at)] = LOOKALIKES.charCodeAt(at + 1);
  for (const [at, code] of [0x915, 0x916, 0x917, 0x91c, 0x921, 0x922, 0x92b, 0x92f].entries())
    map[0x958 + at] = code;
  map[0xb7] = 46;
  map.fill(ASTRAL, 0xd800, 0xe000);
  return map;
})();

const NAMED: Readonly<Record<string, number>> = {
  nbsp: 32,
  ensp: 32,
  emsp: 32,
  thinsp: 32,
  shy: GONE,
  zwnj: GONE,
  zwj: GONE,
  minus: 45,
  ndash: 45,
  mdash: 45,
  hyphen: 45,
  amp: 38,
  lt: 60,
  gt: 62,
  quot: 34,
  apos: 39,
  commat: 64,
  period: 46,
  plus: 43,
  equals: 61,
  colon: 58,
  num: 35,
  sol: 47,
};

const ENTITY = /&(?:#(\d{1,6})|#[xX]([\da-fA-F]{1,5})|([a-zA-Z]{2,6}));/y;

const hex = (code: number): number =>
  code >= 48 && code <= 57 ? code - 48 : (code | 32) >= 97 && (code | 32) <= 102 ? (code | 32) - 87 : -1;

/** Returns the value of four hexadecimal digits at `at`, or -1. */
const fourHex = (text: string, at: number): number => {
  let code = 0;
  for (let step = 0; step < 4; step++) {
    const digit = hex(text.charCodeAt(at + step));
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
};

/** Returns the unit for an astral code point: the ASCII digit, `GONE` for tags and variation selectors, or `ASTRAL`. */
const astralUnit = (point: number): number => {
  const digit = digitOf(point);
  if (digit !== undefined) return 48 + digit;
  return point >= 0xe0000 && point <= 0xe01ef ? GONE : ASTRAL;
};

/**
 * Returns the character that the escape at `at` stands for and the escape's length, as `code * 16 + length`; -1 if there is no
 * escape.
 */
const escapeAt = (text: string, at: number): number => {
  const first = text.charCodeAt(at);
  if (first === 38) {
    ENTITY.lastIndex = at;
    const match = ENTITY.exec(text);
    if (!match) return -1;
    const code = match[1] ? Number(match[1]) : match[2] ? Number.parseInt(match[2], 16) : NAMED[match[3]!];
    return code === undefined ? -1 : (code > 0xffff ? astralUnit(code) : MAP[code]!) * 16 + match[0].length;
  }
  if (first === 37) {
    const code = hex(text.charCodeAt(at + 1)) * 16 + hex(text.charCodeAt(at + 2));
    return hex(text.charCodeAt(at + 2)) >= 0 && code >= 32 && code < 127 ? code * 16 + 3 : -1;
  }
  const next = text.charCodeAt(at + 1);
  if (next === 117) {
    const code = fourHex(text, at + 2);
    if (code < 0) return -1;
    const low =
      code >= 0xd800 && code < 0xdc00 && text.startsWith('\\u', at + 6) ? fourHex(text, at + 8) : -1;
    if (low < 0xdc00 || low > 0xdfff) return MAP[code]! * 16 + 6;
    return astralUnit(0x10000 + (code - 0xd800) * 0x400 + low - 0xdc00) * 16 + 12;
  }
  // "\n" before a digit or a capital is a line break in JSON or log text; before any other character it may be part of a path.
  if (next !== 110 && next !== 114 && next !== 116) return -1;
  const after = text.charCodeAt(at + 2);
  const starts = (after >= 48 && after <= 57) || (after >= 65 && after <= 90) || after === 43 || after === 92;
  return starts ? (next === 116 ? 32 : 10) * 16 + 2 : -1;
};

/** Returns the unit that starts at `at`, as `code * 16 + width in the source`. */
const unitAt = (text: string, at: number): number => {
  const raw = text.charCodeAt(at);
  if (raw === 38 || raw === 37 || raw === 92) {
    const escape = escapeAt(text, at);
    return escape >= 0 ? escape : raw * 16 + 1;
  }
  if (MAP[raw] !== ASTRAL) return MAP[raw]! * 16 + 1;
  const point = text.codePointAt(at)!;
  return point > 0xffff ? astralUnit(point) * 16 + 2 : ASTRAL * 16 + 1;
};

/** Returns whether a UTF-16 unit is a Devanagari letter or sign. */
const isDevanagari = (code: number): boolean => code > 0x8ff && code < 0x964;

/**
 * Returns whether a zero that directly follows a Hindi word, without a digit after it, was typed in place of the abbreviation
 * sign: "नं०", "नं0".
 */
const abbreviates = (text: string, at: number): boolean => {
  if (at === 0 || !isDevanagari(text.charCodeAt(at - 1))) return false;
  const next = MAP[text.charCodeAt(at + 1)] ?? 32;
  return next < 48 || next > 57;
};

/** Returns the index of the first UTF-16 unit that normalisation changes, or the text's length if it changes none. */
const firstChange = (text: string, codes: Uint16Array): number => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (MAP[code] !== code || isDevanagari(code) || code === 38 || code === 37 || code === 92) return at;
    codes[at] = code;
  }
  return text.length;
};

/** Reads `text`. Time and memory grow linearly with its length. */
export const read = (text: string): Reading => {
  const codes = new Uint16Array(text.length);
  const same = firstChange(text, codes);
  if (same === text.length) return { source: text, codes, length: same, starts: null };
  const starts = new Uint32Array(text.length);
  for (let at = 0; at < same; at++) starts[at] = at;
  let length = same;
  for (let at = same; at < text.length;) {
    const raw = text.charCodeAt(at);
    let code = MAP[raw]!;
    let width = 1;
    if (code === ASTRAL || raw === 38 || raw === 37 || raw === 92) {
      const unit = unitAt(text, at);
      code = unit >> 4;
      width = unit & 15;
    }
    if (code === 48 && abbreviates(text, at)) code = ABBREVIATION;
    if (code !== GONE || raw === 0) {
      codes[length] = code;
      starts[length] = at;
      length++;
    }
    at += width;
  }
  return { source: text, codes, length, starts };
};

/** Returns the UTF-16 index in the source at which unit `at` starts. */
export const sourceStart = (reading: Reading, at: number): number =>
  reading.starts ? reading.starts[at]! : at;

/** Returns the first unit that starts at or after a UTF-16 index of the source. */
export const unitFrom = (reading: Reading, index: number): number => {
  let low = 0;
  let high = reading.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sourceStart(reading, middle) < index) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Returns the UTF-16 index in the source directly after the last unit before `at`. */
export const sourceEnd = (reading: Reading, at: number): number => {
  if (!reading.starts) return at;
  const start = reading.starts[at - 1]!;
  return start + (unitAt(reading.source, start) & 15);
};

/** Returns the reading of the whole text as a string, for comparing two spellings. */
export const normalise = (text: string): string => {
  const { codes, length } = read(text);
  let out = '';
  for (let at = 0; at < length; at += 8192)
    out += String.fromCharCode(...codes.subarray(at, Math.min(at + 8192, length)));
  return out;
};

/**
 * Converts ascending UTF-16 indices in `text` to Unicode code point indices. A lone surrogate counts as one. For text without
 * astral characters, returns the given array itself.
 */
export const toCodePoints = (text: string, ascending: readonly number[]): number[] => {
  const out: number[] = [];
  let pairs = 0;
  let at = 0;
  for (const index of ascending) {
    for (; at < index; at++) {
      const code = text.charCodeAt(at);
      if (code < 0xd800 || code > 0xdbff) continue;
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next <= 0xdfff) pairs++;
    }
    out.push(index - pairs);
  }
  return out;
};
