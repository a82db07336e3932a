import { isDigit, isExponent, losesDigits } from './json-number.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const MOST_PLACES = 20;

const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
const isNumberPart = (byte: number): boolean =>
  isDigit(byte) || byte === MINUS || byte === PLUS || byte === POINT || isExponent(byte);

const startsNumber = (byte: number): boolean => byte === MINUS || isDigit(byte);

export interface JsonScan {
  readonly depth: number;
  /** Whether the text contains a number that would lose digits as a double. */
  readonly inexact: boolean;
}

/**
 * Scans JSON in linear time without building it, so that JSON that is too deep can be refused before anything recurses over it.
 * @param maxDepth depth at which the scan stops
 */
export const scanJson = (bytes: Buffer, maxDepth: number): JsonScan => {
  let depth = 0;
  let deepest = 0;
  let inexact = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (isOpening(byte)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      if (depth > maxDepth) break;
    } else if (isClosing(byte)) depth -= 1;
    else if (startsNumber(byte)) {
      const end = endOfNumber(bytes, at);
      inexact ||= losesDigits(bytes, at, end);
      at = end - 1;
    }
  }
  return { depth: deepest, inexact };
};

/** An open array and the number of its items so far, or an open object and the position of its current member name. */
interface Level {
  readonly isArray: boolean;
  index: number;
  name: readonly [start: number, end: number];
}

/**
 * Finds up to 20 numbers in valid JSON that would lose digits. Reads the text instead of the parsed value, because calling a
 * reviver for millions of numbers blocks the process for seconds.
 */
export const findInexact = (bytes: Buffer): readonly (readonly PropertyKey[])[] => {
  const found: PropertyKey[][] = [];
  const levels: Level[] = [];
  for (let at = 0; at < bytes.length && found.length < MOST_PLACES; at += 1) {
    const byte = bytes[at]!;
    const level = levels.at(-1);
    if (byte === QUOTE) {
      const end = endOfString(bytes, at) + 1;
      if (level?.isArray === false && nextByte(bytes, end) === COLON) level.name = [at, end];
      at = end - 1;
    } else if (isOpening(byte)) levels.push({ isArray: byte === 0x5b, index: 0, name: [0, 0] });
    else if (isClosing(byte)) levels.pop();
    else if (byte === COMMA) level!.index += 1;
    else if (startsNumber(byte)) {
      const end = endOfNumber(bytes, at);
      if (losesDigits(bytes, at, end)) found.push(levels.map((open) => segmentOf(bytes, open)));
      at = end - 1;
    }
  }
  return found;
};

const segmentOf = (bytes: Buffer, { isArray, index, name }: Level): PropertyKey =>
  isArray ? index : (JSON.parse(bytes.toString('utf8', ...name)) as string);

/** Returns the first byte at or after `at` that is not white space. */
const nextByte = (bytes: Buffer, at: number): number | undefined => {
  let next = at;
  while (next < bytes.length && bytes[next]! <= 0x20) next += 1;
  return bytes[next];
};

const endOfString = (bytes: Buffer, start: number): number => {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
};

const endOfNumber = (bytes: Buffer, start: number): number => {
  let end = start + 1;
  while (end < bytes.length && isNumberPart(bytes[end]!)) end += 1;
  return end;
};
