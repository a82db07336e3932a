import type { z } from 'zod';
import type { FieldError } from '../../contract/problem.ts';
import { fieldErrors } from './pointer.ts';
import { ProblemError } from './problem.ts';

/** Returns the value as its schema parses it. @throws ProblemError 422 that names each fault */
export const check = (schema: z.ZodType, value: unknown, where: FieldError['in']): unknown => {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new ProblemError('invalid-request', { errors: fieldErrors(parsed.error, where) });
  return parsed.data;
};

/** An id that does not parse gets the same response as an id that does not exist. @throws ProblemError 404 */
export const checkParams = (schema: z.ZodObject | undefined, params: unknown): unknown => {
  const parsed = schema?.safeParse(params);
  if (parsed?.success === false) throw new ProblemError('not-found');
  return parsed?.data;
};

/** @throws ProblemError 422 */
export const checkIdempotencyKey = (schema: z.ZodType<string>, given: unknown): string | undefined => {
  if (given === undefined) return undefined;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const message = 'expected 1 to 255 visible ASCII characters';
  throw new ProblemError('invalid-request', {
    errors: [{ in: 'header', pointer: '/Idempotency-Key', message }],
  });
};
