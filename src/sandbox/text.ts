import type { ResultValue } from './job.ts';

/**
 * Well-formed text of a program's output: what is not UTF-8 becomes U+FFFD.
 * @param cut whether bytes are missing at the end; a character that they split is then left out
 */
export const decodeOutput = (chunks: readonly Buffer[], cut: boolean): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: cut });

const wellFormed = (value: ResultValue): ResultValue => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  // Null prototype: a key of `__proto__` stays a key.
  const copy: Record<string, ResultValue> = Object.create(null) as Record<string, ResultValue>;
  for (const [key, item] of Object.entries(value)) copy[key.toWellFormed()] = wellFormed(item);
  return copy;
};

/** The value of the last expression from what the program's process wrote; its text where it is no JSON after all. */
export const decodeResult = (kind: 'none' | 'json' | 'repr', data: Buffer, cut: boolean): ResultValue => {
  if (kind === 'none') return null;
  const text = decodeOutput([data], cut);
  if (kind === 'repr') return text;
  try {
    return wellFormed(JSON.parse(text) as ResultValue);
  } catch {
    return text;
  }
};
