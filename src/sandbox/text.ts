import type { ResultValue } from './job.ts';

/**
 * Decodes a program's output as well-formed text; bytes that are not UTF-8 become U+FFFD.
 * @param cut whether bytes are missing at the end, in which case a character that was split there is left out
 */
export const decodeOutput = (chunks: readonly Buffer[], cut: boolean): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: cut });

/** The runner's own depth limit. A deeper value must therefore be forged. */
const MAX_DEPTH = 64;

const wellFormed = (value: ResultValue, depth = MAX_DEPTH): ResultValue => {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('the number is not finite');
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return value.map((item: ResultValue) => wellFormed(item, depth - 1));
  // Use a null prototype, so that a key named `__proto__` remains an ordinary key.
  const copy: Record<string, ResultValue> = Object.create(null) as Record<string, ResultValue>;
  for (const [key, item] of Object.entries(value)) copy[key.toWellFormed()] = wellFormed(item, depth - 1);
  return copy;
};

/**
 * Decodes the last expression's value from the program process's output. Returns the output as text if it turns out not to be
 * JSON.
 */
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
