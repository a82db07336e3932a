import { isExact } from './number.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** A number this short, without an exponent, is exact. */
const SHORT = 15;

const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
const isNumberPart = (byte: number): boolean =>
  (byte >= ZERO && byte <= NINE) ||
  byte === MINUS ||
  byte === 0x2b ||
  byte === 0x2e ||
  byte === 0x45 ||
  byte === 0x65;

export interface JsonScan {
  readonly depth: number;
  /** Whether a number in it would lose digits. */
  readonly inexact: boolean;
}

/**
 * Reads JSON without building it, before anything that recurses sees it.
 * @param maxDepth stops counting beyond it
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
    else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      const start = at;
      while (at + 1 < bytes.length && isNumberPart(bytes[at + 1]!)) at += 1;
      inexact ||= losesDigits(bytes, start, at + 1);
    }
  }
  return { depth: deepest, inexact };
};

const endOfString = (bytes: Buffer, start: number): number => {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
};

const losesDigits = (bytes: Buffer, start: number, end: number): boolean => {
  const token = bytes.toString('latin1', start, Math.min(end, start + 2_000));
  if (token.length <= SHORT && !/[eE]/.test(token)) return false;
  return !isExact(token);
};
