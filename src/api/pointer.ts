import type { z } from 'zod';
import { clip } from '../governance/bounded-text.ts';
import type { FieldError } from '../contract/problem.ts';
import { maskText } from '../governance/mask.ts';

const LONGEST_SEGMENT = 64;
const MOST_ERRORS = 20;

/** A JSON Pointer (RFC 6901). Names of members come from the caller, so they are masked and cut. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((segment) => {
      const text = clip(maskText(clip(String(segment), 1_000)), LONGEST_SEGMENT);
      return `/${text.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll('~', '~0').replaceAll('/', '~1')}`;
    })
    .join('');

/** What a schema found, place by place; never with a value. */
export const fieldErrors = (error: z.ZodError, where: FieldError['in']): readonly FieldError[] =>
  error.issues
    .flatMap((issue): FieldError[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            in: where,
            pointer: pointerOf([...issue.path, key]),
            message: 'unknown member',
          }))
        : [{ in: where, pointer: pointerOf(issue.path), message: issue.message }],
    )
    .slice(0, MOST_ERRORS);
