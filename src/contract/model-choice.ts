import { z } from 'zod';

/** Which of the installation's models works on a request. */
export const modelChoice = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .meta({
    description: 'Name of one of the models of `GET /v1/models`; the default one without it',
    examples: ['small'],
  });
