import type { FieldError } from '../../contract/problem.ts';
import { pointerOf } from '../http/pointer.ts';

/** Maximum number of errors that one problem lists. */
export const MOST_ERRORS = 20;

const problemOf = (text: string): string | undefined => {
  if (text.includes('\0')) return 'contains U+0000, which cannot be stored';
  if (!text.isWellFormed()) return 'contains a lone surrogate, which is not valid Unicode';
  return undefined;
};

/**
 * Returns the first 20 places in a JSON value with text or numbers that cannot be stored and hashed as they are. The depth limit
 * bounds the recursion.
 */
export const findUnstorable = (value: unknown): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const path: PropertyKey[] = [];
  const report = (message: string): void => {
    errors.push({ in: 'body', pointer: pointerOf(path), message });
  };
  const walkMembers = (members: Iterable<readonly [PropertyKey, unknown]>): void => {
    for (const [name, inner] of members) {
      if (errors.length >= MOST_ERRORS) return;
      path.push(name);
      const message =
        name === '__proto__'
          ? 'is not allowed as a member name'
          : typeof name === 'string' && problemOf(name);
      if (message) report(message);
      walk(inner);
      path.pop();
    }
  };
  const walk = (part: unknown): void => {
    if (typeof part === 'string') {
      const message = problemOf(part);
      if (message !== undefined) report(message);
    } else if (Array.isArray(part)) walkMembers(part.entries());
    else if (typeof part === 'object' && part !== null) walkMembers(Object.entries(part));
  };
  walk(value);
  return errors.slice(0, MOST_ERRORS);
};
