import { z } from 'zod';
import { verticalIds } from './common.ts';

/** An id that no vertical of the service uses. */
export const teamVerticalId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'expected lower-case letters, digits and hyphens')
  .refine((id) => !(verticalIds as readonly string[]).includes(id), 'a vertical of the service has this id')
  .meta({ examples: ['invoice'] });
