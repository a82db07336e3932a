import { NUMBER_WORDS } from './pii/page/number-words.ts';

/** A part of a text that encodes another text. */
export interface Encoded {
  readonly start: number;
  readonly end: number;
  readonly plain: string;
}

/** Parts shorter than this encode no identifier. */
const SHORTEST = 6;
/** Digits of the longest identifier. */
const LONGEST_NUMBER = 34;
const BITS_PER_DIGIT = Math.log2(10);

const BASE64 = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
/** Base64 over several lines, of which all but the last are equally long, as MIME and Python write it. */
const BASE64_LINES = /(?:[A-Za-z0-9+/]{76}\r?\n)+[A-Za-z0-9+/]+={0,2}/g;
const BASE32 = /[A-Z2-7]{13,}={0,6}/g;
const HEX = /[0-9a-fA-F]{7,}/g;
const HEX_PAIRS = /(?<![0-9a-fA-F])[0-9a-fA-F]{2}(?:[ :,-][0-9a-fA-F]{2}){5,}(?![0-9a-fA-F])/g;
const ESCAPES = /(?:\\+(?:x|u00)[0-9a-fA-F]{2}){6,}/g;
const BINARY = /[01]{24,}/g;
const OCTAL = /(?<![0-9A-Za-z])(?:0o)?[0-7]{9,}(?![0-9A-Za-z])/g;
const CODES = /(?<!\d)\d{2,3}(?:[^\p{L}\p{N}]{1,3}\d{2,3}){5,}(?!\d)/gu;

type Reading = readonly [pattern: RegExp, read: (found: string) => readonly string[]];

const bytesOf = (found: string, encoding: 'base64' | 'hex'): string =>
  Buffer.from(found, encoding).toString('latin1');

/** Returns a number in decimal digits; nothing for one that is longer than any identifier. */
const numberIn = (digits: string, base: 2 | 8 | 16): readonly string[] =>
  digits.length * Math.log2(base) > (LONGEST_NUMBER + 1) * BITS_PER_DIGIT
    ? []
    : [String(BigInt(`0${{ 2: 'b', 8: 'o', 16: 'x' }[base]}${digits}`))];

const charactersOf = (codes: readonly string[]): string =>
  Buffer.from(codes.map(Number).map((code) => (code > 0xff ? 0 : code))).toString('latin1');

const evenly = (hex: string): readonly string[] =>
  hex.length % 2 === 0 ? [hex] : [hex.slice(1), hex.slice(0, -1)];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const base32 = (found: string): string => {
  let bits = 0;
  let value = 0;
  let plain = '';
  for (const letter of found.replace(/=+$/, '')) {
    value = ((value << 5) | LETTERS.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    plain += String.fromCharCode((value >> bits) & 0xff);
  }
  return plain;
};

const READINGS: readonly Reading[] = [
  [
    BASE64,
    (found) =>
      /^\d+$/.test(found)
        ? []
        : // In the variant for URLs these are letters, but a word before the code may end with one, too.
          [found, ...(/[_-]/.test(found) ? found.split(/[_-]/) : [])]
            .filter(({ length }) => length >= 8)
            .map((one) => bytesOf(one, 'base64')),
  ],
  [BASE64_LINES, (found) => [bytesOf(found, 'base64')]],
  [BASE32, (found) => [base32(found)]],
  [HEX, (found) => [...evenly(found).map((hex) => bytesOf(hex, 'hex')), ...numberIn(found, 16)]],
  [HEX_PAIRS, (found) => [bytesOf(found.replaceAll(/[^0-9a-fA-F]/g, ''), 'hex')]],
  [ESCAPES, (found) => [bytesOf(found.replaceAll(/\\+(?:x|u00)/g, ''), 'hex')]],
  [BINARY, (found) => numberIn(found, 2)],
  [OCTAL, (found) => numberIn(found.replace(/^0o/, ''), 8)],
  [CODES, (found) => [charactersOf(found.match(/\d+/g) ?? [])]],
];

/** The least that a text with an identifier has. Most decoded words do not have it. */
const TELLING = /[0-9A-Za-z]{4}/;

/** Yields the parts of a text that encode another text: base64, base32, hexadecimal, binary, character codes, number words. */
export function* encodedIn(text: string): Generator<Encoded> {
  for (const [pattern, read] of READINGS) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      for (const plain of read(found)) {
        if (plain.length >= SHORTEST && TELLING.test(plain))
          yield { start: index, end: index + found.length, plain };
      }
    }
  }
  yield* spokenIn(text);
}

/** What each word adds to a number, as the scan of spoken numbers reads it: digits, a ten (`9_`), or a repetition (`x2`). */
const WORDS: ReadonlyMap<string, string> = new Map(
  NUMBER_WORDS.flatMap(([value, words]) => words.split(/\s+/).map((word): [string, string] => [word, value])),
);
const WORD = /[\p{L}\p{M}]+/gu;
/** Maximum number of characters between two number words of one number. */
const GAP = 4;

/** Yields sequences of number words. */
function* spokenIn(text: string): Generator<Encoded> {
  let sequence: { start: number; end: number; values: string[] } | undefined;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const value = WORDS.get(word.toLowerCase());
    const goesOn = sequence !== undefined && value !== undefined && index - sequence.end <= GAP;
    if (sequence !== undefined && !goesOn) {
      yield* asEncoded(sequence);
      sequence = undefined;
    }
    if (value === undefined) continue;
    sequence ??= { start: index, end: index, values: [] };
    sequence.values.push(value);
    sequence.end = index + word.length;
  }
  if (sequence !== undefined) yield* asEncoded(sequence);
}

function* asEncoded({
  start,
  end,
  values,
}: {
  readonly start: number;
  readonly end: number;
  readonly values: readonly string[];
}): Generator<Encoded> {
  const plain = digitsOf(values);
  if (plain.length >= SHORTEST) yield { start, end, plain };
}

const digitsOf = (values: readonly string[]): string => {
  let digits = '';
  for (const [at, value] of values.entries()) {
    const before = values[at - 1];
    if (value.startsWith('x')) continue;
    if (value.endsWith('_')) {
      const next = values[at + 1];
      digits += next !== undefined && /^[1-9]$/.test(next) ? value[0]! : `${value[0]!}0`;
    } else digits += before?.startsWith('x') ? value.repeat(Number(before[1])) : value;
  }
  return digits;
};
