import { z } from 'zod';

const count = z.int().min(0);

const modelUse = {
  turns: count,
  input_tokens: count,
  cached_tokens: count.meta({ description: 'How many of the input tokens the provider read from its cache' }),
  output_tokens: count,
  cost: z.number().min(0).meta({ description: "In the configured prices' currency" }),
};

const day = z.iso.date().meta({ description: 'A day in India', examples: ['2026-11-30'] });

export const usageQuery = z.strictObject({
  days: z
    .string()
    .regex(/^(?:[1-9]|[1-8]\d|90)$/, 'expected a whole number from 1 to 90')
    .transform(Number)
    .default(14)
    .meta({ override: { type: 'integer', minimum: 1, maximum: 90, default: 14 } }),
});

export const usageSchema = z
  .object({
    days: z
      .array(
        z.object({
          day,
          runs: z.object({
            started: count,
            approve: count,
            reject: count,
            escalate: count,
            resolved: count,
            error: count,
            running: count,
          }),
          model: z.object(modelUse),
        }),
      )
      .meta({ description: 'Each day of the period, the oldest first; today in India is the last' }),
    reasons: z
      .array(z.object({ code: z.string(), runs: count }))
      .meta({ description: 'The ten most frequent reasons of runs that started in the period' }),
    models: z
      .array(z.object({ name: z.string(), ...modelUse }))
      .meta({ description: 'What each model used in the period, the dearest first' }),
    now: z
      .object({
        runs: count.meta({ description: 'Runs of cases that are running' }),
        sandboxes: count.meta({ description: 'Sandboxes in which work of the team may run code' }),
        desktops: count.meta({ description: 'Desktops that are open for runs of the team' }),
      })
      .meta({ description: 'What is in use at this moment' }),
  })
  .meta({ id: 'Usage' });

export type UsageBody = z.output<typeof usageSchema>;
