import type { FindingType } from './identifiers/types.ts';
import { normalise } from './text.ts';
import { scan } from './scan.ts';

const isSign = (char: string): boolean => /[\p{L}\p{N}]/u.test(char);

/** Replaces each letter and digit by X, except the first `head` and the last `tail` of them. */
const veil = (value: string, head: number, tail: number): string => {
  const chars = [...value];
  const total = chars.filter(isSign).length;
  let nth = 0;
  return chars.map((char) => (!isSign(char) || nth++ < head || nth > total - tail ? char : 'X')).join('');
};

/** The masked form of one identifier; separators stay. Throws nothing: an unknown shape is veiled whole but for two. */
export const maskValue = (type: FindingType, value: string): string => {
  if (type === 'email') {
    const at = value.lastIndexOf('@');
    return at < 3
      ? '*'.repeat(Math.max(at, 1)) + value.slice(at)
      : value[0] + '*'.repeat(at - 1) + value.slice(at);
  }
  if (type === 'pan') return veil(value, 2, 1);
  if (type === 'gstin') return veil(value, 2, 3);
  return veil(normalise(value) === value ? value : normalise(value), 0, 4);
};

/** `text` with every identifier masked; the rest is as it was. */
export const maskText = (text: string): string => scan(text).masked;

/** A copy of a JSON value in which every string, and every member's name, is masked. */
export const maskJson = <T>(value: T): T => {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return maskText(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [maskText(name), walk(inner)]));
  };
  return walk(value) as T;
};
