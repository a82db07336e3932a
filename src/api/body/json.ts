import { ProblemError } from '../http/problem.ts';
import { LONGEST_NUMBER } from '../../governance/exact-number.ts';
import { findInexact, scanJson } from './json-depth.ts';
import { findUnstorable, MOST_ERRORS } from './text-rules.ts';
import { pointerOf } from '../http/pointer.ts';
import type { FieldError } from '../../contract/problem.ts';

const MAX_DEPTH = 64;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

const malformed = (detail: string): ProblemError => new ProblemError('malformed-body', { detail });

const decode = (bytes: Buffer): string => {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the body, so only the position is passed on.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    throw malformed(
      position === undefined
        ? 'The body is not valid JSON.'
        : `The body is not valid JSON at position ${position}.`,
    );
  }
};

const LOSES_DIGITS = `is a number that would lose digits or has more than ${LONGEST_NUMBER} characters; send it as a string`;

const inexactNumbers = (bytes: Buffer): readonly FieldError[] =>
  findInexact(bytes).map((path) => ({ in: 'body', pointer: pointerOf(path), message: LOSES_DIGITS }));

/**
 * Parses an untrusted JSON body. If an object has two members with the same name, the last one counts (as in JSON.parse), but a
 * number that would lose digits is refused in both.
 * @throws ProblemError 400 if the body is not JSON, is not UTF-8 or is nested too deeply; 422 with pointers for text or numbers
 * that cannot be stored as they are
 */
export const parseJson = (bytes: Buffer): unknown => {
  const text = decode(bytes);
  const { depth, inexact } = scanJson(bytes, MAX_DEPTH);
  if (depth > MAX_DEPTH) throw malformed(`The body is nested too deeply: at most ${MAX_DEPTH} levels.`);
  const value = parse(text);
  // The bytes are strict UTF-8 and valid JSON, so NUL and lone surrogates can only come from escapes.
  const mayHideText = text.includes('\\u') || text.includes('__proto__');
  const errors = [
    ...(inexact ? inexactNumbers(bytes) : []),
    ...(mayHideText ? findUnstorable(value) : []),
  ].slice(0, MOST_ERRORS);
  if (errors.length > 0) throw new ProblemError('invalid-request', { errors });
  return value;
};
