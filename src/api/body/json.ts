import { Problem } from '../problem.ts';
import { isExact } from './number.ts';
import { scanJson } from './scan.ts';
import { findUnstorable, INEXACT } from './text-rules.ts';

const MAX_DEPTH = 64;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

const malformed = (detail: string): Problem => new Problem('malformed-body', { detail });

const decode = (bytes: Buffer): string => {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
};

const parse = (
  text: string,
  reviver?: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
): unknown => {
  try {
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
  } catch (error) {
    // The parser's own message quotes the body; only the position is passed on.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    throw malformed(
      position === undefined
        ? 'The body is not valid JSON.'
        : `The body is not valid JSON at position ${position}.`,
    );
  }
};

/**
 * Parses a JSON body of a stranger. Of two members with one name the last counts (as in JSON.parse).
 * @throws Problem 400 when it is not JSON, not UTF-8 or nested too deep; 422 with pointers when it holds text or
 * numbers that could not be stored as they are
 */
export const parseJson = (bytes: Buffer): unknown => {
  const text = decode(bytes);
  const { depth, inexact } = scanJson(bytes, MAX_DEPTH);
  if (depth > MAX_DEPTH) throw malformed(`The body is nested too deep; at most ${MAX_DEPTH} levels.`);
  const value = inexact
    ? parse(text, (_key, part, { source }) =>
        typeof part === 'number' && !isExact(source ?? '') ? INEXACT : part,
      )
    : parse(text);
  // NUL and lone surrogates can only come in as escapes, since the bytes were strict UTF-8 and valid JSON.
  const errors = inexact || text.includes('\\u') || text.includes('__proto__') ? findUnstorable(value) : [];
  if (errors.length > 0) throw new Problem('invalid-request', { errors });
  return value;
};
