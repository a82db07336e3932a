import { z } from 'zod';

/** What a run's model has used so far. */
export const modelUsage = {
  turns: z.int(),
  tool_calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cached_tokens: z
    .int()
    .meta({ description: 'How many of the input tokens the provider read from its cache' }),
  cost: z.number().meta({ description: "In the configured prices' currency; 0 if no prices are configured" }),
};
