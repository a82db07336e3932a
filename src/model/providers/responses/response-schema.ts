import { z } from 'zod';

/** A stream event. Only the members used here are read; unknown events are ignored. */
export const eventSchema = z.looseObject({ type: z.string() });
export type Event = z.output<typeof eventSchema>;
/** The provider's response, sent at the start and at the end of a stream. */
export const responseSchema = z.looseObject({
  model: z.string().optional(),
  error: z.looseObject({}).nullish(),
  incomplete_details: z.looseObject({ reason: z.string().optional() }).nullish(),
  output: z.array(z.looseObject({ type: z.string() })).optional(),
  usage: z.unknown().optional(),
});

export type ResponseObject = z.output<typeof responseSchema>;

export const itemSchema = z.looseObject({ type: z.string() });
