import type { z } from 'zod';
import { clip } from '../../governance/text/clip.ts';
import type { FieldError } from '../../contract/problem.ts';
import { maskText } from '../../governance/mask.ts';

const LONGEST_SEGMENT = 64;
const MOST_ERRORS = 20;

/** Returns a JSON Pointer (RFC 6901). Member names come from the caller, so they are masked and truncated. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((segment) => {
      const text = clip(maskText(clip(String(segment), 1_000)), LONGEST_SEGMENT);
      return `/${text.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll('~', '~0').replaceAll('/', '~1')}`;
    })
    .join('');

/**
 * Returns the first 20 problems that a schema found, without any values. A body can have a million problems; the rest are not
 * rendered.
 */
export const fieldErrors = (error: z.ZodError, where: FieldError['in']): readonly FieldError[] => {
  const errors: FieldError[] = [];
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MOST_ERRORS).map((key) => [...issue.path, key])
        : [issue.path];
    const message = issue.code === 'unrecognized_keys' ? 'unknown member' : issue.message;
    for (const path of paths) {
      if (errors.length === MOST_ERRORS) return errors;
      errors.push({ in: where, pointer: pointerOf(path), message });
    }
  }
  return errors;
};
