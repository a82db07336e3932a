import { z } from 'zod';

const price = z.number().min(0);

const model = z
  .object({
    name: z.string().meta({ examples: ['small'] }),
    default: z.boolean().meta({ description: 'Whether requests without `model` use it' }),
    prices: z
      .object({ input: price, cached_input: price, cache_write: price, output: price })
      .meta({ description: 'For a million tokens, in the currency of the limits on cost' }),
    fallback: z
      .array(z.string())
      .meta({ description: "Models that answer while this one's provider cannot, in this order" }),
    images: z.boolean().meta({ description: 'Whether it sees pictures, as far as the service knows' }),
    state: z
      .enum(['up', 'down', 'unknown'])
      .meta({ description: 'Whether its provider answered when it was last asked' }),
  })
  .meta({ id: 'Model' });

export const modelsSchema = z
  .object({ models: z.array(model).meta({ description: 'The models that your team may use' }) })
  .meta({ id: 'Models' });

export type ModelsBody = z.output<typeof modelsSchema>;
