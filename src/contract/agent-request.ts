import { z } from 'zod';
import { givenPictures } from './given-picture.ts';
import { outputSchema } from './output-schema.ts';

const MAX_INSTRUCTIONS_BYTES = 16_384;
const MAX_TAGS = 10;

/** What a caller may specify about an agent task or an analysis besides its question. */
export const agentRequest = {
  instructions: z
    .string()
    .refine((text) => text.trim() !== '', 'expected text that is not blank')
    .refine(
      (text) => Buffer.byteLength(text) <= MAX_INSTRUCTIONS_BYTES,
      `expected at most ${MAX_INSTRUCTIONS_BYTES} bytes`,
    )
    .optional()
    .meta({
      description:
        'How the model should work and answer, added to its own instructions; identifiers are masked',
      minLength: 1,
      maxLength: MAX_INSTRUCTIONS_BYTES,
      examples: ['Answer in one sentence. Amounts in lakh.'],
    }),
  pictures: givenPictures.optional(),
  output_schema: outputSchema.optional(),
  max_steps: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .meta({ description: "Most turns of the model; the service's own bound by default and at most" }),
  max_tokens: z.int().min(1).max(100_000_000).optional().meta({
    description:
      "Most tokens of prompts and replies together; the service's own bound by default and at most",
  }),
  timeout_ms: z
    .int()
    .min(1_000)
    .max(86_400_000)
    .optional()
    .meta({ description: "Wall time of the run; the service's own bound by default and at most" }),
  tags: z
    .array(
      z
        .string()
        .min(1)
        .max(64)
        .refine((tag) => tag.trim() === tag, 'expected no space at either end')
        .refine((tag) => !/\p{Cc}/u.test(tag), 'expected no control character'),
    )
    .max(MAX_TAGS)
    .refine((tags) => new Set(tags).size === tags.length, 'expected tags that differ')
    .optional()
    .meta({
      description: 'Labels by which runs can be listed; identifiers are masked',
      examples: [['april', 'pune']],
    }),
};
