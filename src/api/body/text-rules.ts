import type { FieldError } from '../../contract/problem.ts';
import { pointerOf } from '../pointer.ts';

/** Stands for a number that a double cannot hold, until it has been reported. */
export const INEXACT = Symbol('inexact number');

const MOST_ERRORS = 20;

const problemOf = (text: string): string | undefined => {
  if (text.includes('\0')) return 'contains U+0000, which cannot be stored';
  if (!text.isWellFormed()) return 'contains a lone surrogate, which is not text';
  return undefined;
};

/** Every place of a JSON value that cannot be stored and hashed as it is. Recursion is bounded by the depth limit. */
export const findUnstorable = (value: unknown): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const report = (path: readonly PropertyKey[], message: string): void => {
    if (errors.length < MOST_ERRORS) errors.push({ in: 'body', pointer: pointerOf(path), message });
  };
  const walk = (part: unknown, path: readonly PropertyKey[]): void => {
    if (part === INEXACT) report(path, 'is a number that would lose digits; send it as a string');
    else if (typeof part === 'string') {
      const message = problemOf(part);
      if (message !== undefined) report(path, message);
    } else if (Array.isArray(part)) part.forEach((inner, index) => walk(inner, [...path, index]));
    else if (typeof part === 'object' && part !== null) {
      for (const [name, inner] of Object.entries(part)) {
        const message = name === '__proto__' ? 'is not a name that a member can have' : problemOf(name);
        if (message !== undefined) report([...path, name], message);
        walk(inner, [...path, name]);
      }
    }
  };
  walk(value, []);
  return errors;
};
