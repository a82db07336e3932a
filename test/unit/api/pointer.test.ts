import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from '../../../src/api/http/pointer.ts';

const errorsOf = (schema: z.ZodType, value: unknown) => fieldErrors(schema.safeParse(value).error!, 'body');

it('a body with faults everywhere is rejected with a list of its first 20 faults', () => {
  const members = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`m${n}`, n]));
  const unknown = errorsOf(z.strictObject({}), members);
  expect(unknown).toHaveLength(20);
  expect(unknown[0]).toEqual({ in: 'body', pointer: '/m0', message: 'unknown member' });
  const wrong = errorsOf(z.array(z.string()), Object.values(members));
  expect(wrong.map(({ pointer }) => pointer)).toEqual(Array.from({ length: 20 }, (_, n) => `/${n}`));
});
